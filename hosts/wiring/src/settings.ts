import { isAbsolute, join, resolve } from 'node:path'
import { parseMasterKey } from '@postrider/auth-node/master-key'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '@postrider/core/domain/limits/rate-policy'
import type { RateLimit } from '@postrider/core/domain/limits/token-bucket'
import { E } from '@postrider/core/fp'
import { parseAddress } from '@postrider/storage-sql/mysql/address'
import { type Environment, readSettings, type SettingFault, type SettingReader } from './setting-sources.js'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What an operator decides about a process (decisions 14). */
export interface Settings {
  /** `sqlite:<absolute path>` or `mysql://…`. */
  readonly storageUrl: string
  /** `embedded:`, `amqp://…` or `amqps://…`. */
  readonly queueUrl: string
  /** What the names of RabbitMQ's queues begin with, so that installations can share a broker. */
  readonly queuePrefix: string
  /** An absolute path: embedded database, master key, sandbox inbox. */
  readonly dataDir: string
  readonly httpHost: string
  /** 0: any free port. */
  readonly httpPort: number
  readonly metricsHost: string
  /** 0: any free port. */
  readonly metricsPort: number
  /** 32 bytes in base64; undefined: the one in the data directory (embedded only). */
  readonly masterKey: string | undefined
  /** Keys that sealed secrets before, and still open them. */
  readonly previousMasterKeys: readonly string[]
  readonly logLevel: LogLevel
  /** How long idempotency keys are kept. */
  readonly idempotencyDays: number
  /** How many requests a caller may make (decisions 2). */
  readonly rateLimits: RateLimits
  /** Between the 503 of readiness and the end of accepting: the time a load balancer needs to notice. */
  readonly drainPauseMs: number
  /** The names of the settings that were given, as against left at their defaults. */
  readonly given: ReadonlySet<string>
  /** Settings by our prefix that nothing reads: most likely misspelt. */
  readonly unknown: readonly string[]
}

/** Whether everything lives in one file, without servers. */
export const isEmbedded = ({ storageUrl }: Pick<Settings, 'storageUrl'>): boolean =>
  storageUrl.startsWith('sqlite:')

/** The file of an embedded database. */
export const databaseFile = ({ storageUrl }: Pick<Settings, 'storageUrl'>): string =>
  storageUrl.slice('sqlite:'.length)

const DEFAULT_IDEMPOTENCY_DAYS = 400
const LEAST_IDEMPOTENCY_DAYS = 90
const LONGEST_DRAIN_PAUSE_MS = 8000

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const number =
  (least: number, most: number, what: string) =>
  (text: string): E.Either<string, number> => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return E.right(value)
    return E.left(`must be ${what}, not "${text}"`)
  }

const port = number(0, 65_535, 'a port number from 0 to 65535 (0: any free port)')

const drainPause = number(0, LONGEST_DRAIN_PAUSE_MS, `milliseconds from 0 to ${LONGEST_DRAIN_PAUSE_MS}`)

const host = (text: string): E.Either<string, string> =>
  /^[0-9A-Za-z.:_-]+$/.test(text)
    ? E.right(text)
    : E.left(`must be a host name or an address, without scheme or port, not "${text}"`)

const logLevel = (text: string): E.Either<string, LogLevel> => {
  const level = LOG_LEVELS.find((one) => one === text)
  return level === undefined
    ? E.left(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
    : E.right(level)
}

const masterKey = (text: string): E.Either<string, string> => {
  try {
    parseMasterKey(text)
    return E.right(text)
  } catch (cause) {
    return E.left(messageOf(cause))
  }
}

const masterKeys = (text: string): E.Either<string, readonly string[]> => {
  const keys = text.split(',').map((key) => key.trim())
  const wrong = keys.map(masterKey).find(E.isLeft)
  return wrong ?? E.right(keys)
}

const storageUrl =
  (cwd: string) =>
  (text: string): E.Either<string, string> => {
    if (text.startsWith('mysql:')) {
      try {
        parseAddress(text)
        return E.right(text)
      } catch (cause) {
        return E.left(messageOf(cause))
      }
    }
    const path = text.replace(/^sqlite:(\/\/(?=\/))?/, '')
    if (!text.startsWith('sqlite:') || path === '' || path.startsWith(':') || path.includes('?'))
      return E.left('must be sqlite:<path of a file> or mysql://user:password@host:port/database')
    return E.right(`sqlite:${isAbsolute(path) ? path : resolve(cwd, path)}`)
  }

const queueUrl = (text: string): E.Either<string, string> => {
  if (text === 'embedded:') return E.right(text)
  const isBroker =
    URL.canParse(text) && /^amqps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
  return isBroker ? E.right(text) : E.left('must be embedded: or amqp://user:password@host:port/vhost')
}

const queuePrefix = (text: string): E.Either<string, string> =>
  /^[0-9A-Za-z._-]{1,64}$/.test(text)
    ? E.right(text)
    : E.left('must be 1 to 64 letters, digits, ".", "_" and "-"')

const keySettings = (reader: SettingReader): Pick<Settings, 'masterKey' | 'previousMasterKeys'> => ({
  masterKey: reader.readSecret<string | undefined>('POSTRIDER_MASTER_KEY', masterKey, undefined),
  previousMasterKeys: reader.readSecret('POSTRIDER_PREVIOUS_MASTER_KEYS', masterKeys, []),
})

const MOST_PER_SECOND = 1_000_000

const perSecond = (text: string): E.Either<string, RateLimit> =>
  E.map((value: number) => ({ perSecond: value }))(
    number(1, MOST_PER_SECOND, `requests a second from 1 to ${MOST_PER_SECOND}`)(text),
  )

const rateSettings = ({ read }: SettingReader): RateLimits => ({
  sends: read('POSTRIDER_RATE_SENDS', perSecond, DEFAULT_RATE_LIMITS.sends),
  passcodes: read('POSTRIDER_RATE_PASSCODES', perSecond, DEFAULT_RATE_LIMITS.passcodes),
  verifications: read('POSTRIDER_RATE_VERIFICATIONS', perSecond, DEFAULT_RATE_LIMITS.verifications),
  reads: read('POSTRIDER_RATE_READS', perSecond, DEFAULT_RATE_LIMITS.reads),
})

/**
 * Reads every setting (decisions 14): all that is wrong is told at once. Secrets, and addresses that hold one, may
 * stand in files named by `…_FILE`. An empty value is none.
 */
export const parseSettings = (
  environment: Environment,
  cwd: string = process.cwd(),
): E.Either<readonly SettingFault[], Settings> => {
  const reader = readSettings(environment)
  const dataDir = resolve(cwd, reader.read<string>('POSTRIDER_DATA_DIR', E.right, '.postrider'))
  const embedded = `sqlite:${join(dataDir, 'postrider.db')}`
  const days = number(LEAST_IDEMPOTENCY_DAYS, 36_500, `a number of days, at least ${LEAST_IDEMPOTENCY_DAYS}`)
  const settings = {
    dataDir,
    storageUrl: reader.readSecret('POSTRIDER_STORAGE_URL', storageUrl(cwd), embedded),
    queueUrl: reader.readSecret('POSTRIDER_QUEUE_URL', queueUrl, 'embedded:'),
    queuePrefix: reader.read('POSTRIDER_QUEUE_PREFIX', queuePrefix, 'postrider'),
    httpHost: reader.read('POSTRIDER_HTTP_HOST', host, '127.0.0.1'),
    httpPort: reader.read('POSTRIDER_HTTP_PORT', port, 8080),
    metricsHost: reader.read('POSTRIDER_METRICS_HOST', host, '127.0.0.1'),
    metricsPort: reader.read('POSTRIDER_METRICS_PORT', port, 9090),
    ...keySettings(reader),
    logLevel: reader.read<LogLevel>('POSTRIDER_LOG_LEVEL', logLevel, 'info'),
    drainPauseMs: reader.read('POSTRIDER_DRAIN_PAUSE_MS', drainPause, 0),
    rateLimits: rateSettings(reader),
    idempotencyDays: reader.read('POSTRIDER_IDEMPOTENCY_DAYS', days, DEFAULT_IDEMPOTENCY_DAYS),
  }
  // Read by the release, not here.
  for (const name of ['POSTRIDER_COMMIT', 'POSTRIDER_BUILT_AT']) reader.read(name, E.right, '')
  const given = reader.given()
  const hasKey = given.has('POSTRIDER_MASTER_KEY') || given.has('POSTRIDER_MASTER_KEY_FILE')
  if (!isEmbedded(settings) && !hasKey)
    reader.complain(
      'POSTRIDER_MASTER_KEY',
      'is required with MySQL: 32 bytes in base64, for example from `openssl rand -base64 32`',
    )
  const faults = reader.faults()
  return faults.length > 0 ? E.left(faults) : E.right({ ...settings, given, unknown: reader.unknown() })
}
