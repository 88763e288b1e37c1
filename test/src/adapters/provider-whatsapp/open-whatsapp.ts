import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import type { WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import type { CloudTemplate } from '../../servers/whatsapp-configuration.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

/** The tests' texts that the vendor has approved. */
export const TEMPLATES: readonly CloudTemplate[] = [
  { name: WHATSAPP_REGISTRATION.name, language: WHATSAPP_REGISTRATION.language, body: '{{1}}\n{{2}}' },
  { name: 'with_header', language: 'en', header: 'For {{1}}', body: 'Your order {{1}} is here.' },
  { name: 'login_code', language: 'en', body: '*{{1}}* is your verification code.', isAuthentication: true },
]

export const clock = { nowMs: () => NOW_MS }

/** The options for accounts of a Cloud API on loopback. */
export const parts = { clock, networks: loopbackNetworks }

export const VERIFY_TOKEN = 'a verify token'

export const secretsOf = ({ accessToken, appSecret }: Pick<WhatsappCloud, 'accessToken' | 'appSecret'>) => ({
  accessToken,
  appSecret,
  verifyToken: VERIFY_TOKEN,
})

/** An account of the Cloud API on loopback. */
export const accountAt = ({ url, wabaId }: Pick<WhatsappCloud, 'url' | 'wabaId'>): ProviderAccount =>
  aProviderAccount({
    kind: 'whatsapp',
    channels: ['whatsapp'],
    settings: { wabaId, baseUrl: url },
  })
