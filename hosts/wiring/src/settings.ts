import { isAbsolute, join, resolve } from 'node:path'
import { parseS3Address } from '@postrider/attachments-s3/s3-address'
import { parseMasterKey } from '@postrider/auth-node/master-key'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '@postrider/core/limits/domain/rate-policy'
import type { RateLimit } from '@postrider/core/limits/domain/token-bucket'
import type { RetentionLimits } from '@postrider/core/platform/domain/retention/retention'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { type MailSender, parseMailSender } from '@postrider/mail-smtp/mail-sender'
import { type MailServer, parseMailServer } from '@postrider/mail-smtp/mail-server'
import type { MailAccount } from '@postrider/mail-smtp/smtp-mailer'
import { ipAddresses } from '@postrider/ip-addresses/ip-addresses'
import { parseBrokerAddress } from '@postrider/queue-rabbitmq/broker-address'
import { parsePostgresUrl } from '@postrider/storage-postgres/address'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import {
  type ProcessEnvironment,
  settingsReader,
  type SettingFault,
  type SettingReader,
} from './setting-sources.js'
import { host, listeningUrl, thrownText, number, originUrl, port } from './setting-values.js'
import { retentionSettings } from './retention-settings.js'
import { readSiteSettings, type SiteSettings } from './site-settings.js'
import { ONE_PROCESS, workerCount } from './worker-count.js'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** What an operator decides about a process (docs/contract#settings). */
export interface Settings extends SiteSettings {
  /** `sqlite:<absolute path>`, `mysql://…` or `postgres://…`; one server or several. */
  readonly storageUrl: string
  /** Whether a database is used although it can lose acknowledged writes. */
  readonly allowsUnsafeStorage: boolean
  /** `embedded:`, `amqp://…` or `amqps://…`; one broker or several. */
  readonly queueUrl: string
  /** What the names of RabbitMQ's queues begin with, so that installations can share a broker. */
  readonly queuePrefix: string
  /** An absolute path: embedded database, master key, sandbox inbox, attachments. */
  readonly dataDir: string
  /** Where the bytes of attachments are kept: `files:<absolute path>` or `s3://…`. */
  readonly attachmentsUrl: string
  /** The API as clients reach it, `https://api.example.com`; undefined: where it listens. */
  readonly publicUrl: string | undefined
  readonly httpHost: string
  /** 0: any free port. */
  readonly httpPort: number
  /** Ranges in canonical form: the proxies whose word about their clients is taken. */
  readonly trustedProxies: readonly string[]
  /** How many connections an address may have open. */
  readonly connectionsPerAddress: number
  /** Ranges in canonical form: the addresses for which that does not hold. */
  readonly connectionsExempt: readonly string[]
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number
  /** Whether the API has the page under /docs. */
  readonly docs: boolean
  /** Whether Agents may call operations as tools at `/mcp` (docs/mcp). */
  readonly mcp: boolean
  readonly metricsHost: string
  /** 0: any free port. */
  readonly metricsPort: number
  readonly bounceHost: string
  /** Where dispatchers listen for mails that come back, 0: any free port; undefined: nowhere. */
  readonly bouncePort: number | undefined
  /** 32 bytes in base64; undefined: the one in the data directory (embedded only). */
  readonly masterKey: string | undefined
  /** Keys that sealed secrets before, and still open them. */
  readonly previousMasterKeys: readonly string[]
  /** Ranges in canonical form: the private networks that provider accounts may connect to (docs/providers#networks). */
  readonly providerNetworks: readonly string[]
  /** Where the service's own mail goes, and whom it is from; undefined: it is not sent. */
  readonly mail: MailAccount | undefined
  readonly logLevel: LogLevel
  /** The share of messages whose two lines are at `info`, 0 to 1; the others' are at `debug`. */
  readonly logMessages: number
  /** How long idempotency keys are kept. */
  readonly idempotencyDays: number
  /** How long messages, provider calls and search entries are kept. */
  readonly retention: RetentionLimits
  /** What accounts may be kept in; the first is that of new Organizations. */
  readonly currencies: readonly [string, ...string[]]
  /** What an Organization begins to test with, in minor units of the first currency; 0: nothing. */
  readonly testCreditMinor: number
  /** How many requests a caller may make (docs/contract#rate-limits). */
  readonly rateLimits: RateLimits
  /** Between the 503 of readiness and the end of accepting: the time a load balancer needs to notice. */
  readonly drainPauseMs: number
  /** How many processes share the ports of `http`, `dispatcher` and `start`. */
  readonly workers: number
  /** The names of the settings that were given, as against left at their defaults. */
  readonly given: ReadonlySet<string>
  /** Settings by our prefix that nothing reads: most likely misspelt. */
  readonly unknown: readonly string[]
}

/** Whether everything lives in one file, without servers. */
export const isEmbedded = ({ storageUrl }: Pick<Settings, 'storageUrl'>): boolean =>
  storageUrl.startsWith('sqlite:')

/** The SQL engine of the storage address, as documentation calls it. MariaDB has the address of MySQL. */
export const engineOf = ({ storageUrl }: Pick<Settings, 'storageUrl'>): string => {
  if (isEmbedded({ storageUrl })) return 'SQLite'
  return /^postgres(?:ql)?:/.test(storageUrl) ? 'PostgreSQL' : 'MySQL'
}

/** The file of an embedded database. */
export const databaseFile = ({ storageUrl }: Pick<Settings, 'storageUrl'>): string =>
  storageUrl.slice('sqlite:'.length)

export const FILES_SCHEME = 'files:'

/** The address that clients use for the API, without a slash at its end. */
export const publicUrlOf = ({
  publicUrl,
  httpHost,
  httpPort,
}: Pick<Settings, 'publicUrl' | 'httpHost' | 'httpPort'>): string =>
  publicUrl ?? listeningUrl(httpHost, httpPort)

const DEFAULT_IDEMPOTENCY_DAYS = 400
const LEAST_IDEMPOTENCY_DAYS = 90
/** Longer than the probes of most load balancers are apart. */
const DEFAULT_DRAIN_PAUSE_MS = 2000
const LONGEST_DRAIN_PAUSE_MS = 8000

const drainPause = number(0, LONGEST_DRAIN_PAUSE_MS, `milliseconds from 0 to ${LONGEST_DRAIN_PAUSE_MS}`)

const ipRanges = (text: string): E.Either<string, readonly string[]> => {
  const read: string[] = []
  for (const one of text.split(',')) {
    const range = ipAddresses.normaliseRange(one.trim())
    if (range === undefined)
      return E.left(
        `must be addresses or ranges such as 10.0.0.0/8, separated by commas, not "${one.trim()}"`,
      )
    read.push(range)
  }
  return E.right(read)
}

const MOST_CONNECTIONS = 65_535

const connections = number(1, MOST_CONNECTIONS, `a number of connections from 1 to ${MOST_CONNECTIONS}`)

/** More than the 60 seconds of most load balancers: the side that sends requests has to close first. */
const DEFAULT_KEEP_ALIVE_SECONDS = 75
const LONGEST_KEEP_ALIVE_SECONDS = 3600

const keepAlive = number(1, LONGEST_KEEP_ALIVE_SECONDS, `seconds from 1 to ${LONGEST_KEEP_ALIVE_SECONDS}`)

const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const

/** Nobody is a list too, and an empty value would be none at all. */
const exemptRanges = (text: string): E.Either<string, readonly string[]> =>
  text === 'none' ? E.right([]) : ipRanges(text)

/** Who may hold how many connections; where proxies stand in between, all clients have their addresses. */
const connectionSettings = ({
  read,
}: SettingReader): Pick<
  Settings,
  'trustedProxies' | 'connectionsPerAddress' | 'connectionsExempt' | 'keepAliveMs'
> => {
  const trustedProxies = read<readonly string[]>('POSTRIDER_TRUSTED_PROXIES', ipRanges, [])
  const exempt = [...LOOPBACK, ...trustedProxies]
  return {
    trustedProxies,
    connectionsPerAddress: read('POSTRIDER_CONNECTIONS_PER_ADDRESS', connections, 256),
    connectionsExempt: read<readonly string[]>('POSTRIDER_CONNECTIONS_EXEMPT', exemptRanges, exempt),
    keepAliveMs: read('POSTRIDER_KEEP_ALIVE_SECONDS', keepAlive, DEFAULT_KEEP_ALIVE_SECONDS) * SECOND_MS,
  }
}

const onOff = (text: string): E.Either<string, boolean> =>
  text === 'on' || text === 'off' ? E.right(text === 'on') : E.left(`must be on or off, not "${text}"`)

const oneOrZero = (text: string): E.Either<string, boolean> =>
  text === '1' || text === '0' ? E.right(text === '1') : E.left(`must be 1 (allowed) or 0, not "${text}"`)

const logLevel = (text: string): E.Either<string, LogLevel> => {
  const level = LOG_LEVELS.find((one) => one === text)
  return level === undefined
    ? E.left(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
    : E.right(level)
}

const share = (text: string): E.Either<string, number> => {
  const value = /^[01](\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return value <= 1 ? E.right(value) : E.left(`must be a share from 0 to 1, such as 0.1, not "${text}"`)
}

const masterKey = (text: string): E.Either<string, string> => {
  try {
    parseMasterKey(text)
    return E.right(text)
  } catch (cause) {
    return E.left(thrownText(cause))
  }
}

const masterKeys = (text: string): E.Either<string, readonly string[]> => {
  const keys = text.split(',').map((key) => key.trim())
  const wrong = keys.map(masterKey).find(E.isLeft)
  return wrong ?? E.right(keys)
}

/** Addresses of servers, by how they begin. */
const ADDRESSES: Readonly<Record<string, (url: string) => unknown>> = {
  'mysql:': parseMysqlUrl,
  'postgres:': parsePostgresUrl,
}

const storageUrl =
  (cwd: string) =>
  (text: string): E.Either<string, string> => {
    const parse = ADDRESSES[text.slice(0, text.indexOf(':') + 1)]
    if (parse !== undefined) {
      try {
        splitServers(text).urls.forEach(parse)
        return E.right(text)
      } catch (cause) {
        return E.left(thrownText(cause))
      }
    }
    const path = text.replace(/^sqlite:(\/\/(?=\/))?/, '')
    if (!text.startsWith('sqlite:') || path === '' || path.startsWith(':') || path.includes('?'))
      return E.left(
        'must be sqlite:<path of a file>, or mysql:// or postgres:// and user:password@host:port/database',
      )
    return E.right(`sqlite:${isAbsolute(path) ? path : resolve(cwd, path)}`)
  }

const queueUrl = (text: string): E.Either<string, string> => {
  if (text === 'embedded:') return E.right(text)
  if (!/^amqps?:\/\/[^/]/.test(text))
    return E.left('must be embedded: or amqp://user:password@host:port/vhost')
  try {
    parseBrokerAddress(text)
    return E.right(text)
  } catch (cause) {
    return E.left(thrownText(cause))
  }
}

const queuePrefix = (text: string): E.Either<string, string> =>
  /^[0-9A-Za-z._-]{1,64}$/.test(text)
    ? E.right(text)
    : E.left('must be 1 to 64 letters, digits, ".", "_" and "-"')

const attachmentsUrl =
  (cwd: string, dataDir: string) =>
  (text: string): E.Either<string, string> => {
    if (text.startsWith(FILES_SCHEME)) {
      const path = text.slice(FILES_SCHEME.length)
      return E.right(`${FILES_SCHEME}${path === '' ? join(dataDir, 'attachments') : resolve(cwd, path)}`)
    }
    if (!text.startsWith('s3:')) return E.left('must be files: or s3://ACCESS_KEY:SECRET@host:port/bucket')
    try {
      parseS3Address(text)
      return E.right(text)
    } catch (cause) {
      return E.left(thrownText(cause))
    }
  }

/** Where attachments are kept, and how clients reach those that this service hands out itself. */
const attachmentSettings = (
  { read, readSecret }: SettingReader,
  cwd: string,
  dataDir: string,
): Pick<Settings, 'attachmentsUrl' | 'publicUrl'> => ({
  attachmentsUrl: readSecret(
    'POSTRIDER_ATTACHMENTS_URL',
    attachmentsUrl(cwd, dataDir),
    `${FILES_SCHEME}${join(dataDir, 'attachments')}`,
  ),
  publicUrl: read<string | undefined>('POSTRIDER_PUBLIC_URL', originUrl, undefined),
})

const keySettings = (reader: SettingReader): Pick<Settings, 'masterKey' | 'previousMasterKeys'> => ({
  masterKey: reader.readSecret<string | undefined>('POSTRIDER_MASTER_KEY', masterKey, undefined),
  previousMasterKeys: reader.readSecret('POSTRIDER_PREVIOUS_MASTER_KEYS', masterKeys, []),
})

const mailSettings = (reader: SettingReader): Settings['mail'] => {
  const server = reader.readSecret<MailServer | undefined>('POSTRIDER_MAIL_URL', parseMailServer, undefined)
  const from = reader.read<MailSender | undefined>('POSTRIDER_MAIL_FROM', parseMailSender, undefined)
  if (server !== undefined && !reader.given().has('POSTRIDER_MAIL_FROM'))
    reader.complain(
      'POSTRIDER_MAIL_FROM',
      'is required with POSTRIDER_MAIL_URL: one address, as no-reply@example.org or Postrider <no-reply@example.org>',
    )
  return server === undefined || from === undefined ? undefined : { server, from }
}

const DEFAULT_CURRENCIES = ['INR'] as const

const currencies = (text: string): E.Either<string, readonly [string, ...string[]]> => {
  const [first, ...others] = text.split(',').map((code) => code.trim())
  const isList = first !== undefined && [first, ...others].every((code) => /^[A-Z]{3}$/.test(code))
  return isList ? E.right([first, ...others]) : E.left('must be ISO 4217 codes such as INR,EUR')
}

const DEFAULT_TEST_CREDIT = 100_000
const MOST_TEST_CREDIT = 999_999_999

const testCredit = number(0, MOST_TEST_CREDIT, `minor units from 0 (none) to ${MOST_TEST_CREDIT}`)

const MOST_PER_SECOND = 1_000_000

const perSecond = (text: string): E.Either<string, RateLimit> =>
  E.map((value: number) => ({ perSecond: value }))(
    number(1, MOST_PER_SECOND, `requests a second from 1 to ${MOST_PER_SECOND}`)(text),
  )

const rateSettings = ({ read }: SettingReader): RateLimits => ({
  sends: read('POSTRIDER_RATE_SENDS', perSecond, DEFAULT_RATE_LIMITS.sends),
  otp: read('POSTRIDER_RATE_OTP', perSecond, DEFAULT_RATE_LIMITS.otp),
  verifications: read('POSTRIDER_RATE_VERIFICATIONS', perSecond, DEFAULT_RATE_LIMITS.verifications),
  reads: read('POSTRIDER_RATE_READS', perSecond, DEFAULT_RATE_LIMITS.reads),
  organization: read('POSTRIDER_RATE_ORGANIZATION_READS', perSecond, DEFAULT_RATE_LIMITS.organization),
  control: read('POSTRIDER_RATE_CONTROL', perSecond, DEFAULT_RATE_LIMITS.control),
  agent: read('POSTRIDER_RATE_AGENT', perSecond, DEFAULT_RATE_LIMITS.agent),
})

/**
 * Reads every setting (docs/contract#settings): all that is wrong is told at once. Secrets, and addresses that
 * hold one, may stand in files named by `…_FILE`. An empty value is none. `fromFile` names those that a file
 * `.env` has added.
 */
export const parseSettings = (
  environment: ProcessEnvironment,
  cwd: string = process.cwd(),
  fromFile: ReadonlySet<string> = new Set(),
): E.Either<readonly SettingFault[], Settings> => {
  const reader = settingsReader(environment, fromFile)
  const dataDir = resolve(cwd, reader.read<string>('POSTRIDER_DATA_DIR', E.right, '.postrider'))
  const embedded = `sqlite:${join(dataDir, 'postrider.db')}`
  const days = number(LEAST_IDEMPOTENCY_DAYS, 36_500, `a number of days, at least ${LEAST_IDEMPOTENCY_DAYS}`)
  const idempotencyDays = reader.read('POSTRIDER_IDEMPOTENCY_DAYS', days, DEFAULT_IDEMPOTENCY_DAYS)
  const settings = {
    dataDir,
    storageUrl: reader.readSecret('POSTRIDER_STORAGE_URL', storageUrl(cwd), embedded),
    allowsUnsafeStorage: reader.read<boolean>('POSTRIDER_ALLOW_UNSAFE_STORAGE', oneOrZero, false),
    queueUrl: reader.readSecret('POSTRIDER_QUEUE_URL', queueUrl, 'embedded:'),
    queuePrefix: reader.read('POSTRIDER_QUEUE_PREFIX', queuePrefix, 'postrider'),
    ...attachmentSettings(reader, cwd, dataDir),
    httpHost: reader.read('POSTRIDER_HTTP_HOST', host, '127.0.0.1'),
    httpPort: reader.read('POSTRIDER_HTTP_PORT', port, 8080),
    ...readSiteSettings(reader),
    ...connectionSettings(reader),
    docs: reader.read<boolean>('POSTRIDER_DOCS', onOff, true),
    mcp: reader.read<boolean>('POSTRIDER_MCP', onOff, false),
    metricsHost: reader.read('POSTRIDER_METRICS_HOST', host, '127.0.0.1'),
    metricsPort: reader.read('POSTRIDER_METRICS_PORT', port, 9090),
    bounceHost: reader.read('POSTRIDER_BOUNCE_HOST', host, '127.0.0.1'),
    bouncePort: reader.read<number | undefined>('POSTRIDER_BOUNCE_PORT', port, undefined),
    ...keySettings(reader),
    providerNetworks: reader.read<readonly string[]>('POSTRIDER_PROVIDER_NETWORKS', ipRanges, []),
    mail: mailSettings(reader),
    logLevel: reader.read<LogLevel>('POSTRIDER_LOG_LEVEL', logLevel, 'info'),
    logMessages: reader.read('POSTRIDER_LOG_MESSAGES', share, 1),
    drainPauseMs: reader.read('POSTRIDER_DRAIN_PAUSE_MS', drainPause, DEFAULT_DRAIN_PAUSE_MS),
    workers: reader.read('POSTRIDER_WORKERS', workerCount, 1),
    currencies: reader.read('POSTRIDER_CURRENCIES', currencies, DEFAULT_CURRENCIES),
    testCreditMinor: reader.read('POSTRIDER_TEST_CREDIT', testCredit, DEFAULT_TEST_CREDIT),
    rateLimits: rateSettings(reader),
    idempotencyDays,
    retention: retentionSettings(reader, idempotencyDays),
  }
  // Read by the release, not here.
  for (const name of ['POSTRIDER_COMMIT', 'POSTRIDER_BUILT_AT']) reader.read(name, E.right, '')
  const given = reader.given()
  const hasKey = given.has('POSTRIDER_MASTER_KEY') || given.has('POSTRIDER_MASTER_KEY_FILE')
  if (!isEmbedded(settings) && !hasKey)
    reader.complain(
      'POSTRIDER_MASTER_KEY',
      `is required with ${engineOf(settings)}: 32 bytes in base64, as postrider init writes them into .env`,
    )
  if (isEmbedded(settings) && settings.workers > 1) reader.complain('POSTRIDER_WORKERS', ONE_PROCESS)
  const faults = reader.faults()
  return faults.length > 0 ? E.left(faults) : E.right({ ...settings, given, unknown: reader.unknown() })
}
