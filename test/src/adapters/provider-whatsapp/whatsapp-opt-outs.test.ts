import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { ConsentChange } from '@postrider/core/providers/domain/inbound/inbound-message'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'

const APP_SECRET = 'secret'

/** The consent changes in signed messages of one person. */
const consentChanges = async (
  messages: readonly object[],
): Promise<readonly (ConsentChange | undefined)[]> => {
  const from = { from: '16505551234', timestamp: '1749416383' }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: '106540352242922' },
    messages: messages.map((message, at) => ({ id: `wamid.${at}`, ...from, ...message })),
  }
  const entry = [{ id: '1022', time: 1_751_247_548, changes: [{ field: 'messages', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex')
  const account = aProviderAccount({ kind: 'whatsapp', settings: { wabaId: '1022' } })
  const secrets = { accessToken: 'a', appSecret: APP_SECRET, verifyToken: 'a verify token' }
  const verdict = await cloudCallbackReader.read(account, secrets, {
    method: 'POST',
    url: 'https://api.example.com/callbacks/pac_1/prlt_1',
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
    body,
  })
  return verdict._tag === 'Read'
    ? verdict.inbound.map(({ consentChange }) => consentChange)
    : expect.fail(verdict._tag)
}

const button = (text: string, payload: string) => ({ type: 'button', button: { text, payload } })

describe('A tapped button of WhatsApp', () => {
  it('stops promotional messages if it is Meta\'s own "Stop promotions"', async () => {
    const stop = { wants: 'stop', scope: 'promotional' }
    expect(await consentChanges([button('Stop promotions', 'Stop promotions')])).to.deep.equal([stop])
    expect(await consentChanges([button('Keine Werbung', 'STOP_PROMOTIONS')])).to.deep.equal([stop])
  })

  it('stops all messages if its payload says so in another language', async () => {
    const reply = { type: 'interactive', interactive: { button_reply: { title: 'Genug', id: 'STOP' } } }
    expect(await consentChanges([button('Keine Werbung', 'STOP'), reply])).to.deep.equal([
      { wants: 'stop', scope: 'all' },
      { wants: 'stop', scope: 'all' },
    ])
  })

  it('asks for nothing if it is about something else', async () => {
    expect(await consentChanges([button('Cancel order', 'CANCEL'), button('Yes', 'yes')])).to.deep.equal([
      undefined,
      undefined,
    ])
  })
})
