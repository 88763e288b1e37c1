import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import type { ProviderSink } from '@postrider/core/ports/provider-reports'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { WHATSAPP_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'
import type { WhatsappCloud } from '../../servers/whatsapp-cloud.js'
import type { CloudTemplate } from '../../servers/whatsapp-configuration.js'

/** What the vendor has approved of the tests' texts. */
export const TEMPLATES: readonly CloudTemplate[] = [
  { name: WHATSAPP_REGISTRATION.name, language: WHATSAPP_REGISTRATION.language, body: '{{1}}\n{{2}}' },
  { name: 'with_header', language: 'en', header: 'For {{1}}', body: 'Your order {{1}} is here.' },
  { name: 'login_code', language: 'en', body: '*{{1}}* is your verification code.', isAuthentication: true },
]

export const clock = { nowMs: () => NOW_MS }

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
    settings: { wabaId, baseUrl: url, allowPlain: true, allowPrivate: true },
  })

/** Where the Cloud API reports to: reads as the HTTP host does, and answers by what became of the reports. */
export const startCallbackServer = async (
  account: ProviderAccount,
  secrets: Readonly<Record<string, string>>,
  sink: ProviderSink,
) => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await buffer(request)
    const { method, headers } = request
    const verdict = await cloudCallbackReader.read(account, secrets, {
      method: method === 'GET' ? 'GET' : 'POST',
      url: `http://127.0.0.1${request.url ?? ''}`,
      headers: { 'x-hub-signature-256': String(headers['x-hub-signature-256'] ?? '') },
      body,
    })
    if (verdict._tag === 'Reply') return response.end(verdict.text)
    if (verdict._tag !== 'Read') return response.writeHead(verdict._tag === 'Forged' ? 403 : 200).end()
    return sink(verdict).then(
      () => response.end(),
      () => response.writeHead(503).end(),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
