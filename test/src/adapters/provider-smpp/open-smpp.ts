import type { Provider } from '@postrider/core/providers/ports/provider'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { smsLayout } from '@postrider/core/channels/sms/segments'
import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anSms, keepReports, type KeptReports } from '@postrider/conformance/provider'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

/** A test's settings of an account, with defaults for the rest. */
export interface SmppOpening {
  readonly settings?: Readonly<Record<string, string | number>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly timers?: Timers
}

export const LOGIN = { systemId: 'shop', password: 'secret' }

/** An account at an SMSC on loopback, in clear. Lost sessions are reopened at once. */
export const openSmpp = (
  port: number,
  { settings = {}, secrets = LOGIN, timers = systemTimers }: SmppOpening = {},
): { readonly provider: Provider; readonly reports: KeptReports } => {
  const account = aProviderAccount({
    kind: 'smpp',
    channels: ['sms'],
    settings: { host: '127.0.0.1', port, tls: 'none', ...settings },
  })
  const random = { fraction: () => 0 }
  const parts = { clock: createSystemClock(), timers, random, networks: loopbackNetworks }
  const reports = keepReports()
  return { provider: smppOpener(parts).open(account, secrets, reports.sink), reports }
}

/** A text for a recipient. The number sets the behavior of the test's SMSC. */
export const aText = (to: string, text = 'Hello', overrides: Partial<ProviderSubmission> = {}) =>
  anSms(to, { content: { channel: 'sms', text, ...smsLayout(text) }, ...overrides })
