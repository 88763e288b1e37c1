/** How many digits the length of a request has, where requests stand one after the other in a file. */
const LENGTH_DIGITS = 8

/** A request as the script reads it: how long it is, then its bytes. */
export const framed = (request: Buffer): readonly Buffer[] => [
  Buffer.from(String(request.length).padStart(LENGTH_DIGITS, '0')),
  request,
]

/** What begins the line in which the script says what it saw. */
const MARK = 'measured '

/**
 * What wrk runs (its scripts are in Lua): it sends requests that stand in a file, each once, and ends before its time where
 * there are no more. Every request is made before, so that both generators ask the same.
 */
export const wrkScript = (file: string): string => `
local ffi = require("ffi")
ffi.cdef[[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *at);
]]
local MONOTONIC = 1
local at = ffi.new("moment")
local function seconds()
  ffi.C.clock_gettime(MONOTONIC, at)
  return tonumber(at.seconds) + tonumber(at.nanoseconds) / 1e9
end

local threads = {}
function setup(thread) table.insert(threads, thread) end

local requests, last
function init() requests = io.open("${file}", "rb") end

asked = 0
function request()
  local length = requests:read(${LENGTH_DIGITS})
  if length == nil then
    if ended == nil then ended = seconds() end
    wrk.thread:stop()
    return last
  end
  if begun == nil or asked == 1 then begun = seconds() end
  asked = asked + 1
  last = requests:read(tonumber(length))
  return last
end

function done(summary, latency)
  local begun, ended = threads[1]:get("begun"), threads[1]:get("ended")
  local took = summary.duration / 1e6
  if ended ~= nil then took = ended - begun end
  local errors = summary.errors
  io.write(string.format(
    '\\n${MARK}{"requests":%d,"asked":%d,"seconds":%.6f,"p50Us":%d,"p99Us":%d,"refused":%d,"broken":%d}\\n',
    summary.requests, threads[1]:get("asked"), took, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`

/** What wrk saw. */
export interface WrkReport {
  readonly requests: number
  readonly asked: number
  readonly seconds: number
  readonly p50Us: number
  readonly p99Us: number
  /** Answers of 400 and above. */
  readonly refused: number
  /** Connections that failed, and answers that never came. */
  readonly broken: number
}

/** Reads what the script said out of all that wrk did; throws where it said nothing. */
export const readWrkReport = (output: string): WrkReport => {
  const line = output.split('\n').find((one) => one.startsWith(MARK))
  if (line === undefined) throw new Error(`wrk did not say what it saw: ${output.trim()}`)
  return JSON.parse(line.slice(MARK.length)) as WrkReport
}
