import type { Provider } from '@postrider/core/providers/ports/provider'
import { httpSmsOpener } from '@postrider/provider-http-sms/http-sms-provider'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

export type Settings = Readonly<Record<string, string | number | boolean>>
export type Secrets = Readonly<Record<string, string>>

/** The settings of each preset for a gateway of the tests. */
const NEEDS: Readonly<Record<string, { readonly settings: Settings; readonly secrets: Secrets }>> = {
  twilio: { settings: { accountSid: 'AC1' }, secrets: { authToken: 'twilio-secret' } },
  kannel: { settings: {}, secrets: { username: 'u', password: 'kannel secret&' } },
  exotel: { settings: { accountSid: 'shop1' }, secrets: { apiKey: 'k', apiToken: 'exotel-secret' } },
  msg91: { settings: {}, secrets: { authkey: 'msg91-secret' } },
}

export const clock = { nowMs: () => NOW_MS }

/** The options for accounts at gateways on loopback. */
export const parts = { clock, networks: loopbackNetworks }

/** Opens an account at a gateway on loopback. */
export const openPreset = (
  preset: string,
  gatewayUrl: string,
  settings: Settings = {},
  callbackUrl?: string,
): Provider => {
  const needs = NEEDS[preset] ?? { settings: {}, secrets: {} }
  const where = preset === 'kannel' ? { url: `${gatewayUrl}/cgi-bin/sendsms` } : { baseUrl: gatewayUrl }
  const account = aProviderAccount({
    kind: 'http-sms',
    channels: ['sms'],
    settings: { preset, ...where, ...needs.settings, ...settings },
  })
  return httpSmsOpener(parts).open(account, needs.secrets, async () => undefined, callbackUrl)
}

/** Opens an account at a gateway on loopback without a preset. */
export const openCustom = (settings: Settings, secrets: Secrets = {}): Provider => {
  const account = aProviderAccount({
    kind: 'http-sms',
    channels: ['sms'],
    settings: { preset: 'custom', ...settings },
  })
  return httpSmsOpener(parts).open(account, secrets, async () => undefined)
}
