import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { LogLevel } from './settings/process-settings.js'
import { present } from '@postrider/core/kernel/present'

/** The log of a process. */
export interface Log extends HostLog {
  /** Waits until every line has been written. */
  flush(): Promise<void>
  /**
   * For lines that every message has: the same log, at a fraction of the cost. Their fields aren't redacted,
   * so they contain only ids, words of fixed sets and numbers. Lines of 50 ms are written together, before
   * the next line of any other kind. A process that is killed loses the last of them.
   */
  readonly ofMessages: HostLog
}

/** The destination of lines: a file descriptor, a file, or an object that accepts lines. */
export type LogDestination =
  { readonly fd: number } | { readonly file: string } | { write(line: string): void }

/**
 * A second line of defense: hosts don't log these at all. Also one level deep, in case a whole request or
 * error is logged.
 */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'bearer', 'token', 'to', 'variables']

/** The places where OTPs would be; in an error `code` names its kind, which administrators need. */
const OTPS = ['code', 'body.code', 'request.code', 'offer.code']

const redacted = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `headers.${name}`]),
  ...OTPS,
]

interface Opened {
  readonly stream: DestinationStream
  /** The same, for lines that needn't be written at once. */
  readonly gathered: DestinationStream
  readonly flush: () => Promise<void>
}

/** How long lines about messages are gathered, and the size from which they are written at once. */
const GATHER_MS = 50
const GATHER_CHARACTERS = 64 * 1024

/** Gathers lines and writes them together: writing costs more than creating one. */
const gathering = (stream: DestinationStream) => {
  let waiting = ''
  const handOver = (line = ''): void => {
    const lines = waiting + line
    waiting = ''
    if (lines !== '') stream.write(lines)
  }
  const gather = (line: string): void => {
    if (waiting === '') setTimeout(handOver, GATHER_MS).unref()
    waiting += line
    if (waiting.length >= GATHER_CHARACTERS) handOver()
  }
  return { handOver, gather }
}

const openDestination = (destination: LogDestination): Opened => {
  if ('write' in destination)
    return { stream: destination, gathered: destination, flush: () => Promise.resolve() }
  const dest = 'fd' in destination ? destination.fd : destination.file
  const stream = pino.destination({ dest, sync: false, mkdir: true })
  // If the reader of the output is gone, the process continues.
  stream.on('error', () => undefined)
  const { handOver, gather } = gathering(stream)
  return {
    stream: { write: handOver },
    gathered: { write: gather },
    flush: () => {
      handOver()
      return new Promise((resolve) => stream.flush(() => resolve()))
    },
  }
}

const linesOf = (logger: Logger): HostLog => ({
  writesDebug: logger.isLevelEnabled('debug'),
  debug: (fields, message) => logger.debug(fields, message),
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
})

/** The fields that all lines of a process share. */
export interface LineFrame {
  readonly version: string
  readonly clock?: Clock
  /** The number of this process among the workers of one parent. */
  readonly worker?: number | undefined
}

const MACHINE: Clock = { nowMs: Date.now }

/** Writes lines in the logger's format for plain fields: the logger itself takes three times as long. */
const plainLinesOf = (
  logger: Logger,
  { version, worker, clock = MACHINE }: LineFrame,
  stream: DestinationStream,
): HostLog => {
  let [atMs, time] = [Number.NaN, '']
  const timeNow = (): string => {
    const nowMs = clock.nowMs()
    if (nowMs !== atMs) [atMs, time] = [nowMs, isoTime(nowMs)]
    return time
  }
  const which = worker === undefined ? '' : `,"worker":${worker}`
  const process = `"service":"postrider","version":${JSON.stringify(version)}${which}`
  const writing = (level: Exclude<keyof HostLog, 'writesDebug'>): HostLog[typeof level] => {
    if (!logger.isLevelEnabled(level)) return () => undefined
    return (fields, message) => {
      const fieldsText = JSON.stringify(fields).slice(1, -1)
      const last = `${fieldsText === '' ? '' : `${fieldsText},`}"msg":${JSON.stringify(message)}`
      stream.write(`{"level":"${level}","time":"${timeNow()}",${process},${last}}\n`)
    }
  }
  return {
    writesDebug: logger.isLevelEnabled('debug'),
    debug: writing('debug'),
    info: writing('info'),
    warn: writing('warn'),
    error: writing('error'),
  }
}

/**
 * One JSON object per line: the process's time, level, msg, service, version, the number of a worker, and the
 * fields of the line (docs/decisions/0005).
 */
export const createLog = (
  level: LogLevel,
  frame: LineFrame,
  destination: LogDestination = { fd: process.stdout.fd },
): Log => {
  const { version, worker, clock = MACHINE } = frame
  const { stream, gathered, flush } = openDestination(destination)
  const options: LoggerOptions = {
    level,
    base: { service: 'postrider', version, ...present({ worker }) },
    timestamp: () => `,"time":"${isoTime(clock.nowMs())}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: pino.stdSerializers.err,
      error: pino.stdSerializers.err,
      cause: pino.stdSerializers.err,
    },
  }
  const logger = pino({ ...options, redact: { paths: redacted, censor: '[redacted]' } }, stream)
  return { ...linesOf(logger), ofMessages: plainLinesOf(logger, frame, gathered), flush }
}
