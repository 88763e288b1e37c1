import type { Attachments } from '@postrider/core/support/ports/attachments'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import type { Ports } from '@postrider/core/assembly/ports'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Limits } from '@postrider/core/postrider'
import { E } from '@postrider/core/fp'
import type { ComposeOptions, Overrides } from '@postrider/wiring/compose'
import type { LogDestination } from '@postrider/wiring/log'
import { portTokens } from '@postrider/wiring/port-tokens'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import { EmbeddedError } from './embedded-error.js'
import { OPTION_CHECKS, wrongKinds } from './option-kinds.js'
import { present } from '@postrider/core/kernel/present'

/** The options of an embedded Postrider; all have a default. */
export interface OpenOptions {
  /**
   * The directory for its files: the database, the master key, the sandbox's inbox, attachments. Default
   * `.postrider`.
   */
  readonly dataDir?: string
  /** `sqlite:<path>` or `mysql://…`, or a storage of your own. Default: SQLite in `dataDir`. */
  readonly storage?: string | Storage
  /**
   * Works on a database even if its settings can lose acknowledged writes, and logs what isn't safe. Default: `start` throws
   * and names the settings to change.
   */
  readonly allowUnsafeStorage?: boolean
  /** `embedded:` or `amqp://…`, or a queue of your own. Default: in the database. */
  readonly queue?: string | Queue
  /** The providers that messages can be sent through, instead of those of this distribution. */
  readonly providers?: readonly ProviderAdapter[]
  /**
   * 32 bytes in base64, used to seal secrets. Default, only with SQLite: a file in `dataDir`, created on
   * first use.
   */
  readonly masterKey?: string
  /** `smtp://…` with `mailFrom`, or a mailer of your own. Default: emails aren't sent. */
  readonly mailer?: string | Mailer
  /** The sender address of emails, if `mailer` is an address. */
  readonly mailFrom?: string
  /** `files:<path>` or `s3://…`, or attachments of your own. Default: files in `dataDir`. */
  readonly attachments?: string | Attachments
  /** Private networks that provider accounts may connect to, as CIDR ranges or addresses. Default: none, public addresses only. */
  readonly providerNetworks?: readonly string[]
  /** Private networks that webhook endpoints may be in, in the same form. Default: none, public addresses only. */
  readonly webhookNetworks?: readonly string[]
  /** The public base address for callbacks of providers, unsubscribe links and attachments. */
  readonly publicUrl?: string
  /** The currencies of accounts, by ISO 4217; the first is that of new Organizations. Default `['INR']`. */
  readonly currencies?: readonly string[]
  /** Previous master keys, which still open the data that they sealed while keys are rotated. */
  readonly previousMasterKeys?: readonly string[]
  /** The test credit of a new Organization, in minor units of the first currency. Default 100,000. */
  readonly testCreditMinor?: number
  /** `open` lets people create an account on the website by themselves. Default `invited`. */
  readonly signUp?: 'invited' | 'open'
  /** The origins of console and website, for links in emails. */
  readonly consoleUrl?: string
  readonly websiteUrl?: string
  /** Addresses or ranges of proxies whose `X-Forwarded-For` `listen` and `handle` trust. Default none. */
  readonly trustedProxies?: readonly string[]
  /** How long idempotency keys are kept, at least 90 days. Default 400. */
  readonly idempotencyDays?: number
  /** The prefix of the names of RabbitMQ's queues. Default `postrider`. */
  readonly queuePrefix?: string
  /** The destination of its log, as lines of JSON; default: warnings to standard error. */
  readonly log?: LogDestination
  /**
   * Limits of the core that differ from its defaults, for example `{ rates: { reads: { perSecond: 500 } } }`.
   * Rates apply to `as` and `operator` too. Omitted policies keep their default.
   */
  readonly limits?: Limits
  /** Replacements for any other ports. */
  readonly ports?: Partial<Ports>
}

/** The names of the settings, by the names of the options. */
const SETTINGS = {
  dataDir: 'POSTRIDER_DATA_DIR',
  storage: 'POSTRIDER_STORAGE_URL',
  queue: 'POSTRIDER_QUEUE_URL',
  masterKey: 'POSTRIDER_MASTER_KEY',
  mailer: 'POSTRIDER_MAIL_URL',
  mailFrom: 'POSTRIDER_MAIL_FROM',
  attachments: 'POSTRIDER_ATTACHMENTS_URL',
  publicUrl: 'POSTRIDER_PUBLIC_URL',
  currencies: 'POSTRIDER_CURRENCIES',
  previousMasterKeys: 'POSTRIDER_PREVIOUS_MASTER_KEYS',
  testCreditMinor: 'POSTRIDER_TEST_CREDIT',
  signUp: 'POSTRIDER_SIGN_UP',
  consoleUrl: 'POSTRIDER_CONSOLE_URL',
  websiteUrl: 'POSTRIDER_WEBSITE_URL',
  trustedProxies: 'POSTRIDER_TRUSTED_PROXIES',
  idempotencyDays: 'POSTRIDER_IDEMPOTENCY_DAYS',
  queuePrefix: 'POSTRIDER_QUEUE_PREFIX',
  providerNetworks: 'POSTRIDER_PROVIDER_NETWORKS',
  webhookNetworks: 'POSTRIDER_WEBHOOK_NETWORKS',
} as const satisfies Partial<Record<keyof OpenOptions, string>>

/** Each option has a check, so that an option with a typo is refused. */
const CHECKED: Readonly<Record<keyof OpenOptions, unknown>> = OPTION_CHECKS

/** A value in the notation of the settings; undefined: it is a port, or isn't given. */
const spelled = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) && value.length > 0 ? value.join(',') : undefined
}

/** A complaint for each unknown option. */
const unknownNames = (options: OpenOptions): readonly string[] => [
  ...Object.keys(options)
    .filter((name) => !Object.hasOwn(CHECKED, name))
    .map((name) => `there is no option ${name}`),
  ...Object.keys(typeof options.ports === 'object' ? (options.ports ?? {}) : {})
    .filter((name) => !Object.hasOwn(portTokens, name))
    .map((name) => `there is no port ${name}`),
]

/** No load balancer has to notice that the process stops listening. */
const WITHIN = { POSTRIDER_DRAIN_PAUSE_MS: '0' }

const optionOf = (setting: string): string =>
  Object.entries(SETTINGS).find(([, name]) => name === setting)?.[0] ?? setting

/** The process settings for the options; throws an `EmbeddedError` that names every invalid option. */
export const settingsOf = (options: OpenOptions): Settings => {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new EmbeddedError('settings', 'openPostrider: the options must be an object.')
  const wrong = [...unknownNames(options), ...wrongKinds({ ...options })]
  const given = Object.entries(SETTINGS).flatMap(([option, name]) => {
    const value = spelled(options[option as keyof typeof SETTINGS])
    return value === undefined ? [] : [[name, value] as const]
  })
  const level = options.log === undefined ? 'warn' : 'info'
  const parsed = parseSettings({
    ...WITHIN,
    POSTRIDER_LOG_LEVEL: level,
    ...(options.allowUnsafeStorage === true ? { POSTRIDER_ALLOW_UNSAFE_STORAGE: '1' } : {}),
    ...Object.fromEntries(given),
  })
  if (E.isRight(parsed) && wrong.length === 0) return parsed.right
  const faults = E.isLeft(parsed) ? parsed.left : []
  const problems = [...wrong, ...faults.map(({ name, problem }) => `${optionOf(name)} ${problem}`)]
  throw new EmbeddedError('settings', `openPostrider: ${problems.join('; ')}.`)
}

/** The given ports, each of which replaces the default one. */
const overridesOf = ({ storage, queue, mailer, attachments, ports }: OpenOptions): Overrides => {
  const own = { storage, queue, mailer, attachments }
  const objects = Object.entries(own).filter(([, port]) => typeof port === 'object')
  const all = [...objects, ...Object.entries(ports ?? {})]
  return Object.fromEntries(all.map(([name, port]) => [name, () => port]))
}

/** The composition options for the given options. */
export const composeOptionsOf = (options: OpenOptions): ComposeOptions => {
  const { providers, limits, log = { fd: 2 } } = options
  return {
    log,
    overrides: overridesOf(options),
    ...present({ providers, limits }),
  }
}
