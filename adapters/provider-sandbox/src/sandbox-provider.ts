import { type ProviderAccount, SANDBOX } from '@postrider/core/domain/tenancy/service-configuration'
import type { Clock } from '@postrider/core/ports/clock'
import type { ProviderOpener } from '@postrider/core/ports/provider'
import type { ProviderAdapter } from '@postrider/core/ports/provider-adapter'
import type { Random } from '@postrider/core/ports/random'
import type { Timers } from '@postrider/core/ports/timers'
import { openSandboxAccount } from './sandbox-account.js'

export interface SandboxOptions {
  /** Where the inbox and the journals lie; made where it is not there. */
  readonly dataDir: string
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** From taking a message to the report of its delivery; default 400 to 800 ms. */
  readonly deliverAfterMs?: number
  /** Before the late report of a destination that ends in 0004; default 3 s. */
  readonly lateMs?: number
  /** How long a destination that ends in 0007 takes to be answered; default 5 s. */
  readonly slowMs?: number
  /**
   * Whether the account says that it recognises repeated submits; default no. It always does recognise them;
   * but a provider that says so is asked again until it answers, and a destination that ends in 0003 is there
   * to show what becomes of a message whose outcome stays unknown (docs/contract#unknown-outcomes).
   */
  readonly deduplicates?: boolean
}

type AccountSettings = ProviderAccount['settings']

const INBOX_NAME = /^[a-z0-9-]{1,32}$/

/** The name of the account's own inbox, where it has one (docs/contract#sandbox-inbox). */
const inboxNameIn = ({ inbox }: AccountSettings): string | undefined =>
  typeof inbox === 'string' ? inbox : undefined

const PREFIXES = /^\+[1-9]\d{0,14}(,\+[1-9]\d{0,14}){0,49}$/

/** What the numbers begin with that the account serves (docs/contract#sandbox). */
const servedIn = ({ serves }: AccountSettings): readonly string[] | undefined =>
  typeof serves === 'string' ? serves.split(',') : undefined

const isText = (value: AccountSettings[string] | undefined, form: RegExp): boolean =>
  value === undefined || (typeof value === 'string' && form.test(value))

const problemOf = ({ inbox, serves, ...others }: AccountSettings, secrets: object): string | undefined => {
  if (Object.keys({ ...others, ...secrets }).length > 0)
    return 'Sandbox account: it has no secrets, and of settings `inbox` and `serves` alone'
  if (!isText(inbox, INBOX_NAME))
    return 'Sandbox account: `inbox` is a name of at most 32 small letters, digits and hyphens'
  return isText(serves, PREFIXES)
    ? undefined
    : 'Sandbox account: `serves` is a list of at most 50 prefixes of numbers, `+44,+4915` for one'
}

/**
 * The provider of the test environment (docs/contract#sandbox). Takes every channel; the destination chooses the
 * outcome; what is delivered is appended to `sandbox-inbox.jsonl`. Several processes may open the same
 * account on the same directory.
 */
export const createSandbox = (options: SandboxOptions): ProviderOpener => {
  const {
    dataDir,
    clock,
    timers,
    random,
    deliverAfterMs,
    lateMs = 3_000,
    slowMs = 5_000,
    deduplicates = false,
  } = options
  const delays = () => ({
    deliverAfterMs: deliverAfterMs ?? 400 + Math.floor(random.fraction() * 400),
    lateMs,
    slowMs,
  })
  return {
    kind: SANDBOX,
    listens: true,
    decidesRoute: () => false,
    check: ({ settings }, secrets) => problemOf(settings, secrets),
    open: ({ providerAccountId, settings }, _secrets, sink) =>
      openSandboxAccount({
        account: providerAccountId,
        serves: servedIn(settings),
        dataDir,
        inboxName: inboxNameIn(settings),
        clock,
        timers,
        random,
        sink,
        delays,
        deduplicates,
      }),
  }
}

/** The sandbox in a process's list of providers. */
export const sandboxAdapter: ProviderAdapter = { kind: SANDBOX, opener: createSandbox }
