/** The number of digits of a request's length in a file of requests. */
const LENGTH_DIGITS = 8

/** A request in the script's format: its length, then its bytes. */
export const framed = (request: Buffer): readonly Buffer[] => [
  Buffer.from(String(request.length).padStart(LENGTH_DIGITS, '0')),
  request,
]

/** The prefix of the script's result line. */
const MARK = 'measured '

/**
 * The script for wrk (in Lua): it sends the requests of a file, each once, and stops early if there are no
 * more. Every request is prepared in advance, so that both generators send the same.
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

/** The measurements of wrk. */
export interface WrkReport {
  readonly requests: number
  readonly asked: number
  readonly seconds: number
  readonly p50Us: number
  readonly p99Us: number
  /** Responses with a status of 400 and above. */
  readonly refused: number
  /** Failed connections, and missing responses. */
  readonly broken: number
}

/** Reads the script's result from wrk's output; throws if it is missing. */
export const readWrkReport = (output: string): WrkReport => {
  const line = output.split('\n').find((one) => one.startsWith(MARK))
  if (line === undefined) throw new Error(`wrk did not say what it saw: ${output.trim()}`)
  return JSON.parse(line.slice(MARK.length)) as WrkReport
}
