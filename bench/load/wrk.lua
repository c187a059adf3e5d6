-- Sends the requests of a file in turn and repeats.
-- Each request is a line with its length, followed by its bytes.
-- Arguments: the requests file, the result file, and optionally a string in every valid response.

local requests, count = {}, 0
local threads = {}
-- Globals, because thread:get() reads them.
turn, good, result = 0, 0, nil

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for line in file:lines() do
    count = count + 1
    requests[count] = file:read(tonumber(line))
  end
  file:close()
  local expected = args[3]
  if expected then
    function response(status, headers, body)
      if status == 200 and body:find(expected, 1, true) then good = good + 1 end
    end
  end
  result = args[2]
end

function request()
  turn = turn + 1
  return requests[(turn - 1) % count + 1]
end

function done(summary, latency)
  local acknowledged, sent = 0, 0
  for _, thread in ipairs(threads) do
    acknowledged = acknowledged + thread:get("good")
    sent = sent + thread:get("turn")
  end
  local errors = summary.errors
  local file = assert(io.open(threads[1]:get("result"), "w"))
  file:write(string.format(
    '{"seconds":%f,"requests":%d,"bytes":%d,"sent":%d,"good":%d,"connectErrors":%d,"readErrors":%d,"writeErrors":%d,"timeouts":%d,"statusErrors":%d,'
      .. '"p50":%f,"p95":%f,"p99":%f,"mean":%f,"max":%f}',
    summary.duration / 1e6, summary.requests, summary.bytes, sent, acknowledged,
    errors.connect, errors.read, errors.write, errors.timeout, errors.status,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000, latency.mean / 1000, latency.max / 1000))
  file:close()
end
