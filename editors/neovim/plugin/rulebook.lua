-- Neovim 0.11 and newer start the server by `lsp/rulebook.lua`: one client, whoever else enables it.
if vim.lsp.enable then
  vim.lsp.enable("rulebook")
end
