-- For Neovim 0.11 and newer: `vim.lsp.enable("rulebook")` reads this.
return {
  cmd = { "rulebook", "lsp" },
  filetypes = { "rulebook" },
  root_markers = { "rulebook.toml", ".git" },
  capabilities = require("rulebook").capabilities(),
  init_options = { check = { enable = true }, inlayHints = { enable = false } },
}
