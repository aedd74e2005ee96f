-- Requests the targets of a file, one per line, in their order; every second worker begins in the middle of the file.
-- Prints one line of JSON at the end.
local workers = 0

function setup(worker)
    worker:set("place", workers)
    workers = workers + 1
end

local requests, at, count

function init(arguments)
    requests = {}
    for target in io.lines(arguments[1]) do
        requests[#requests + 1] = wrk.format("GET", target)
    end
    count = #requests
    at = math.floor(count / 2) * place % count
end

function request()
    at = at % count + 1
    return requests[at]
end

function done(summary, latency)
    io.write(string.format(
        'RESULT {"requests": %d, "microseconds": %d, "p50": %.1f, "p99": %.1f, "failed": %d}\n', summary.requests,
        summary.duration, latency:percentile(50), latency:percentile(99),
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
            + summary.errors.status))
end
