-- Starts the language server for rule sheets: one for each folder that has a `rulebook.toml` or is a repository.
--
-- Before the first sheet is opened, `require("rulebook").setup { cmd = { "/path/to/rulebook", "lsp" } }` changes what is set here.
local M = {}

M.options = {
  cmd = { "rulebook", "lsp" },
  -- Settings of the server: docs/editors.md#settings.
  init_options = { check = { enable = true }, inlayHints = { enable = false } },
  on_attach = nil,
}

function M.setup(options)
  M.options = vim.tbl_extend("force", M.options, options or {})
  if vim.lsp.enable then
    vim.lsp.config("rulebook", options or {})
  end
end

-- What this plugin can do beside Neovim: it shows the texts of shipped games.
function M.capabilities()
  local shows = { workspace = { textDocumentContent = { dynamicRegistration = false } } }
  return vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), shows)
end

local function root_of(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local folder = name == "" and vim.loop.cwd() or vim.fn.fnamemodify(name, ":p:h")
  local at = folder
  while true do
    if vim.loop.fs_stat(at .. "/rulebook.toml") or vim.loop.fs_stat(at .. "/.git") then
      return at
    end
    local above = vim.fn.fnamemodify(at, ":h")
    if above == at then
      return folder
    end
    at = above
  end
end

-- Neovim 0.7 has no `vim.lsp.start`: the clients by their folder.
local clients = {}

function M.attach(buffer)
  if buffer == 0 then
    buffer = vim.api.nvim_get_current_buf()
  end
  if vim.fn.executable(M.options.cmd[1]) == 0 then
    local said = ("rulebook: there is no program %s; see docs/editors.md for how to install it"):format(M.options.cmd[1])
    vim.notify_once(said, vim.log.levels.ERROR)
    return nil
  end
  -- `plugin/rulebook.lua` has it started; the text of a shipped game has the client that it came from.
  if vim.lsp.enable or vim.bo[buffer].buftype ~= "" then
    return nil
  end
  local root = root_of(buffer)
  local config = {
    name = "rulebook",
    cmd = M.options.cmd,
    root_dir = root,
    init_options = M.options.init_options,
    capabilities = M.options.capabilities or M.capabilities(),
    handlers = M.options.handlers,
    on_attach = M.options.on_attach,
    on_exit = function()
      clients[root] = nil
    end,
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  clients[root] = clients[root] or vim.lsp.start_client(config)
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
  return clients[root]
end

-- Fills a buffer with the text of a shipped game, `rulebook:///games/...`, which the definition of a name in its variant leads to.
function M.show(buffer, uri)
  local bo = vim.bo[buffer]
  bo.buftype, bo.swapfile = "nofile", false
  for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    local answer = client.name == "rulebook" and client.request_sync("workspace/textDocumentContent", { uri = uri }, 5000, buffer)
    if answer and answer.result then
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(answer.result.text:gsub("\n$", ""), "\n", { plain = true }))
      bo.modifiable, bo.modified, bo.filetype = false, false, "rulebook"
      vim.lsp.buf_attach_client(buffer, client.id)
      return
    end
  end
  vim.notify("rulebook: no server knows " .. uri, vim.log.levels.ERROR)
end

return M
