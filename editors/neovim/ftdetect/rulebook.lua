vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.game",
  callback = function()
    vim.bo.filetype = "rulebook"
  end,
})
