import { isoTime } from '@postrider/core/domain/time/epoch-ms'
import type { Clock } from '@postrider/core/ports/clock'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { HostLog } from './host-log.js'
import type { LogLevel } from './settings.js'

/** The log of a process. */
export interface Log extends HostLog {
  /** Waits until every line has left the process. */
  flush(): Promise<void>
}

/** Where lines go: a file descriptor, a file, or whatever takes lines. */
export type LogDestination =
  { readonly fd: number } | { readonly file: string } | { write(line: string): void }

/**
 * The second line of defence: hosts do not log these at all. One level deep, where a whole request or error slips in.
 */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'bearer', 'token', 'to', 'variables']

/** Where passcodes would stand; in an error `code` names its kind, which operators need. */
const PASSCODES = ['code', 'body.code', 'request.code', 'offer.code']

const redacted = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`, `headers.${name}`]),
  ...PASSCODES,
]

type Opened = { readonly stream: DestinationStream; readonly flush: () => Promise<void> }

const openDestination = (destination: LogDestination): Opened => {
  if ('write' in destination) return { stream: destination, flush: () => Promise.resolve() }
  const dest = 'fd' in destination ? destination.fd : destination.file
  const stream = pino.destination({ dest, sync: false, mkdir: true })
  // Whoever read the other end is gone: there is nobody to tell, and no reason to die.
  stream.on('error', () => undefined)
  return { stream, flush: () => new Promise((resolve) => stream.flush(() => resolve())) }
}

/** One JSON object a line: the process's time, level, msg, service, version, and the fields of the line (ecosystem 5). */
export const createLog = (
  level: LogLevel,
  version: string,
  destination: LogDestination = { fd: process.stdout.fd },
  clock: Clock = { nowMs: Date.now },
): Log => {
  const { stream, flush } = openDestination(destination)
  const options: LoggerOptions = {
    level,
    base: { service: 'postrider', version },
    timestamp: () => `,"time":"${isoTime(clock.nowMs())}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: pino.stdSerializers.err,
      error: pino.stdSerializers.err,
      cause: pino.stdSerializers.err,
    },
    redact: { paths: redacted, censor: '[redacted]' },
  }
  const logger = pino(options, stream)
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush,
  }
}
