import { createHmac } from 'node:crypto'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { describeCallbacks } from '@postrider/conformance/callbacks'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'
import { parts } from './open-whatsapp.js'

const { callbacks } = whatsappOpener(parts)
if (callbacks === undefined) throw new Error('the kind has callbacks')

const SECRETS = {
  accessToken: 'EAAG-access-token',
  appSecret: 'the present secret',
  verifyToken: 'a verify token',
}
const messageId = fresh.id('msg')

const signedBy = (appSecret: string, callback: ProviderCallback): ProviderCallback => {
  const signature = createHmac('sha256', appSecret).update(callback.body).digest('hex')
  return { ...callback, headers: { 'x-hub-signature-256': `sha256=${signature}` } }
}

describeCallbacks('The Cloud API', () => ({
  reader: callbacks,
  account: aProviderAccount({ kind: 'whatsapp', settings: { wabaId: '102290129340398' } }),
  secrets: SECRETS,
  callback: ({ appSecret = '' }, words) => {
    const errors = [{ code: 131026, title: words, error_data: { details: words } }]
    const status = { id: 'wamid.1', status: 'failed', biz_opaque_callback_data: messageId, errors }
    const value = { metadata: { phone_number_id: '106540352242922' }, statuses: [status] }
    const body = Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '102290129340398', changes: [{ field: 'messages', value }] }],
      }),
    )
    const url = 'https://api.example.com/callbacks/pac_1/prlt_1'
    return signedBy(appSecret, { method: 'POST', url, headers: {}, body })
  },
  signed: (callback) => signedBy(SECRETS.appSecret, callback),
  rotated: {
    during: { ...SECRETS, appSecret: 'the next secret', appSecretPrevious: 'the present secret' },
    after: { ...SECRETS, appSecret: 'the next secret' },
  },
}))
