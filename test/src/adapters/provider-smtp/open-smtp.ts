import type { Clock } from '@postrider/core/ports/clock'
import type { Provider } from '@postrider/core/ports/provider'
import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'

type Settings = Readonly<Record<string, string | number | boolean>>
type Secrets = Readonly<Record<string, string>>

/** The present. */
export const clock: Clock = { nowMs: () => Date.now() }

/** Opens an account at a mail server on loopback, in clear unless the settings say otherwise. */
export const openSmtp = (port: number, settings: Settings = {}, secrets: Secrets = {}): Provider => {
  const account = aProviderAccount({
    kind: 'smtp',
    channels: ['email'],
    settings: { host: '127.0.0.1', port, tls: 'none', ...settings },
  })
  return smtpOpener(clock).open(account, secrets, async () => undefined)
}
