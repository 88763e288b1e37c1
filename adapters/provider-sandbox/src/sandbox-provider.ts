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
  /** The folder of the inbox and the journals; created if it is missing. */
  readonly dataDir: string
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** The time from accepting a message to its delivery report; default 400 to 800 ms. */
  readonly deliverAfterMs?: number
  /** The time before the late report of a destination that ends in 0004; default 3 s. */
  readonly lateMs?: number
  /** The response time for a destination that ends in 0007; default 5 s. */
  readonly slowMs?: number
  /**
   * Whether the account declares that it recognizes repeated submits; default no. In fact it always does. But
   * a provider with this declaration is called again until it responds, and a destination that ends in 0003
   * demonstrates a message whose outcome stays unknown (docs/api/delivery#unknown-outcomes).
   */
  readonly deduplicates?: boolean
}

/** The settings of a sandbox account. */
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
 * The provider of the test environment (docs/api/sandbox). Serves every channel; the destination selects
 * the outcome; delivered messages are appended to `sandbox-inbox.jsonl`. Several processes may open the same
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
