import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { LogLevel } from './settings/process-settings.js'
import { present } from '@postrider/core/kernel/present'

/** The log of a process. */
export interface Log extends HostLog {
  /** Waits until every line has left the process. */
  flush(): Promise<void>
  /**
   * For lines that come with every message: the same log, at a fraction of the price. Nothing is struck out of their fields,
   * which are therefore ids, words of closed sets and numbers alone; and those of 50 ms are written together, before the
   * next line of any other kind. A process that is killed takes the last of them with it.
   */
  readonly ofMessages: HostLog
}

/** Where lines go: a file descriptor, a file, or whatever takes lines. */
export type LogDestination =
  { readonly fd: number } | { readonly file: string } | { write(line: string): void }

/**
 * The second line of defence: hosts do not log these at all. One level deep, where a whole request or error slips in.
 */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'bearer', 'token', 'to', 'variables']

/** Where OTPs would stand; in an error `code` names its kind, which operators need. */
const OTPS = ['code', 'body.code', 'request.code', 'offer.code']

const redacted = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `headers.${name}`]),
  ...OTPS,
]

interface Opened {
  readonly stream: DestinationStream
  /** The same, for lines that need not leave at once. */
  readonly gathered: DestinationStream
  readonly flush: () => Promise<void>
}

/** How long lines about messages wait for more of their kind, and how much of them does not wait any longer. */
const GATHER_MS = 50
const GATHER_CHARACTERS = 64 * 1024

/** Lines of a moment, handed over together: that costs more than to make one. */
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
  // The reader of the other end is gone: there is nobody to tell, and no reason to die.
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

/** What is the same in each line of a process. */
export interface LineFrame {
  readonly version: string
  readonly clock?: Clock
  /** Which of the workers of one parent it is. */
  readonly worker?: number | undefined
}

const MACHINE: Clock = { nowMs: Date.now }

/** Lines of the same form as the logger's, for fields that are plain: the logger's own way to them takes three times as long. */
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
 * One JSON object a line: the process's time, level, msg, service, version, of a worker its number, and the fields of the line
 * (docs/decisions/0005).
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
