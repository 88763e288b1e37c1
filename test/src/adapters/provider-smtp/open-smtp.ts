import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

type Settings = Readonly<Record<string, string | number | boolean>>
type Secrets = Readonly<Record<string, string>>

/** Now. */
export const clock: Clock = { nowMs: () => Date.now() }

/** The options for accounts at mail servers on loopback. */
export const parts = { clock, networks: loopbackNetworks }

/** Opens an account at a mail server on loopback, by default in clear. */
export const openSmtp = (port: number, settings: Settings = {}, secrets: Secrets = {}): Provider => {
  const account = aProviderAccount({
    kind: 'smtp',
    channels: ['email'],
    settings: { host: '127.0.0.1', port, tls: 'none', ...settings },
  })
  return smtpOpener(parts).open(account, secrets, async () => undefined)
}
