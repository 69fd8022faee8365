vim.api.nvim_create_autocmd("BufReadCmd", {
  pattern = "rulebook://*",
  callback = function(read)
    require("rulebook").show(read.buf, read.match)
  end,
})

-- Neovim 0.11 and newer start the server by `lsp/rulebook.lua`: one client, whoever else enables it.
if vim.lsp.enable then
  vim.lsp.enable("rulebook")
end
