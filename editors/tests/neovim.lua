-- Neovim as a user has it: opens a rule sheet with a planted mistake, and does what one does there. Ends with status 1 at the first
-- thing that is not as it should be.
--
--   nvim -n --headless --clean --cmd 'set rtp^=editors/neovim' -c 'luafile editors/tests/neovim.lua'
--
-- RULEBOOK names the program.
local patience = 20000

local function fail(what)
  io.stderr:write("neovim: FAILED: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function check(held, what)
  if not held then
    error(what, 0)
  end
end

local function wait(what, until_)
  check(vim.wait(patience, until_, 20), "waited in vain for " .. what)
  print("neovim: " .. what .. "\n")
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

-- Puts the cursor on the first place of a word.
local function go_to(word)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  check(vim.fn.search([[\<]] .. word .. [[\>]], "cW") > 0, word .. " is not in the text")
end

local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params or vim.lsp.util.make_position_params(0), patience)
  check(answers, method .. ": " .. tostring(problem))
  for _, answer in pairs(answers) do
    check(not answer.error, method .. ": " .. vim.inspect(answer.error))
    return answer.result
  end
  error(method .. ": nobody answers", 0)
end

local function run()
  local program = os.getenv("RULEBOOK") or "rulebook"
  check(vim.fn.executable(program) == 1, program .. " cannot be run")
  require("rulebook").setup { cmd = { program, "lsp" } }
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, "p")
  local file = folder .. "/sheet.game"
  vim.fn.writefile(vim.fn.readfile("editors/tests/sheet.game"), file)
  vim.cmd("edit " .. vim.fn.fnameescape(file))
  check(vim.bo.filetype == "rulebook", "the file type is " .. vim.bo.filetype)
  check(vim.bo.commentstring == "// %s", "the settings of the file type are not read")

  wait("the finding", function()
    return #vim.diagnostic.get(0) > 0
  end)
  local found = vim.diagnostic.get(0)
  check(#found == 1, "one finding is planted: " .. vim.inspect(found))
  local line = vim.api.nvim_buf_get_lines(0, found[1].lnum, found[1].lnum + 1, false)[1]
  check(line:sub(found[1].col + 1, found[1].end_col) == "emty", "the finding is at " .. vim.inspect(found[1]))
  check(found[1].message:find("emty", 1, true), found[1].message)

  -- The quick fix, chosen from the list that Neovim shows.
  local offered = nil
  vim.ui.select = function(items, options, chosen)
    offered = vim.tbl_map(function(item)
      return options.format_item(item)
    end, items)
    chosen(items[1], 1)
  end
  go_to("emty")
  vim.lsp.buf.code_action()
  wait("the quick fix", function()
    return text():find("in empty & rim", 1, true) ~= nil
  end)
  check(offered == nil or #offered > 0, "no fix was offered")
  wait("no finding after it", function()
    return #vim.diagnostic.get(0) == 0
  end)

  go_to("empty")
  local hover = ask("textDocument/hover")
  check(vim.inspect(hover):find("nothing on them", 1, true), "hover says " .. vim.inspect(hover))

  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_win_get_cursor(0)[1], vim.api.nvim_win_get_cursor(0)[2] + 2 })
  local completed = ask("textDocument/completion")
  local labels = vim.tbl_map(function(item)
    return item.label
  end, completed.items or completed)
  check(vim.tbl_contains(labels, "empty"), "completion offers " .. vim.inspect(labels))
  print("neovim: hover and completion\n")

  go_to("rim")
  local symbols = vim.inspect(ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params(0) }))
  check(symbols:find('"place"', 1, true) and symbols:find('"Inner"', 1, true), symbols)
  vim.lsp.buf.rename("border")
  wait("the rename, in the variant as well", function()
    local now = text()
    return select(2, now:gsub("%f[%w]border%f[%W]", "")) == 3 and not now:find("%f[%w]rim%f[%W]")
  end)

  local before = text()
  if vim.lsp.buf.format then
    vim.lsp.buf.format { timeout_ms = patience }
  else
    vim.lsp.buf.formatting_sync(nil, patience)
  end
  check(text() ~= before and text():find('\n  test "begins" {\n    expect', 1, true), "it is formatted as " .. text())
  print("neovim: formatting\n")

  go_to("stone")
  vim.fn.search("stone", "W")
  vim.lsp.buf.definition()
  wait("the definition", function()
    return vim.api.nvim_get_current_line():find("piece stone", 1, true) ~= nil
  end)

  -- The definition of a name that a shipped game declares: its text, which is read and not written.
  local own = folder .. "/variant.game"
  vim.fn.writefile({ 'variant "Own" of "Emulsion" {', "  value worth(c) = base + 1", "}" }, own)
  vim.cmd("silent edit " .. vim.fn.fnameescape(own))
  wait("the server in another file", function()
    return #vim.lsp.buf_get_clients(0) == 1
  end)
  go_to("Emulsion")
  vim.lsp.buf.definition()
  wait("the shipped game", function()
    return vim.api.nvim_buf_get_name(0) == "rulebook:///games/territory/emulsion.game"
      and vim.api.nvim_get_current_line():find('game "Emulsion"', 1, true) ~= nil
  end)
  check(vim.bo.filetype == "rulebook" and not vim.bo.modifiable, "it can be changed")
  check(#vim.lsp.get_active_clients() == 1, "one server serves it all")
  go_to("players")
  check(vim.inspect(ask("textDocument/hover")):find("```game", 1, true), "nothing is said of its words")
  check(vim.inspect(ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params(0) })):find('"Emulsion"', 1, true), "it has no outline")
  vim.cmd("silent buffer " .. vim.fn.fnameescape(file))

  vim.cmd("silent write")
  for _, client in pairs(vim.lsp.get_active_clients()) do
    client.stop()
  end
  wait("the end of the server", function()
    return #vim.lsp.get_active_clients() == 0
  end)
end

local ok, problem = xpcall(run, function(problem)
  return type(problem) == "string" and problem or vim.inspect(problem)
end)
if not ok then
  fail(problem)
else
  print("neovim: everything is as it should be\n")
  vim.cmd("qall!")
end
