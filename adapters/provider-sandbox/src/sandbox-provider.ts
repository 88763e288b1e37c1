import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import {
  readSettings,
  type SettingsForm,
  type SettingsForms,
} from '@postrider/core/tenancy/domain/settings-form'
import { SANDBOX } from '@postrider/core/tenancy/domain/service-configuration'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import type { Random } from '@postrider/core/kernel/ports/random'
import type { Timers } from '@postrider/core/kernel/ports/timers'
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

/** What an account of the sandbox can be told. */
export const SANDBOX_FORM = {
  title: 'Sandbox',
  settings: closed(
    {},
    {
      inbox: text({
        pattern: /^[a-z0-9-]{1,32}$/,
        description: 'Name of a separate inbox file: lowercase letters, digits and hyphens.',
        example: 'shop',
      }),
      serves: text({
        pattern: /^\+[1-9]\d{0,14}(,\+[1-9]\d{0,14}){0,49}$/,
        description: 'Number prefixes to accept, separated by commas. Other numbers are refused.',
        example: '+44,+4915',
      }),
    },
  ),
  secrets: closed({}, {}),
} as const satisfies SettingsForm

const SANDBOX_FORMS: SettingsForms = [SANDBOX_FORM]

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
    forms: SANDBOX_FORMS,
    decidesRoute: () => false,
    check: () => undefined,
    open: ({ providerAccountId, settings }, secrets, sink) => {
      const { inbox, serves } = readSettings(SANDBOX_FORM, { settings, secrets }).settings
      return openSandboxAccount({
        account: providerAccountId,
        serves: serves?.split(','),
        dataDir,
        inboxName: inbox,
        clock,
        timers,
        random,
        sink,
        delays,
        deduplicates,
      })
    },
  }
}

/** The sandbox in a process's list of providers. */
export const sandboxAdapter: ProviderAdapter = {
  kind: SANDBOX,
  forms: SANDBOX_FORMS,
  opener: createSandbox,
}
