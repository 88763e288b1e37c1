import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { cloudCallbackReader } from '@postrider/provider-whatsapp/callbacks/read-callback'

const account = aProviderAccount({ kind: 'whatsapp', settings: { wabaId: '102290129340398' } })
const METADATA = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }
const STATUS = { id: 'wamid.1', status: 'delivered', timestamp: '1750263773', recipient_id: '16503879439' }

const aText = (more: object) => ({
  from: '16505551234',
  id: 'wamid.in1',
  timestamp: '1749416383',
  type: 'text',
  text: { body: 'Hello' },
  ...more,
})

/** Reads a signed update with this value. */
const readValue = async (value: object) => {
  const changes = [{ field: 'messages', value }]
  const entry = [{ id: '102290129340398', time: 1_751_247_548, changes }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const signature = createHmac('sha256', 'now').update(body).digest('hex')
  const verdict = await cloudCallbackReader.read(
    account,
    { appSecret: 'now', verifyToken: 'a verify token' },
    {
      method: 'POST',
      url: 'https://api.example.com/callbacks/pac_1/prlt_1',
      headers: { 'x-hub-signature-256': `sha256=${signature}` },
      body,
    },
  )
  return verdict._tag === 'Read' ? verdict : expect.fail(verdict._tag)
}

const button = (text: string, payload: string) => ({
  type: 'button',
  text: undefined,
  button: { text, payload },
})

/** What is read from these messages of one person. */
const readings = async (...messages: readonly object[]) => {
  const { inbound } = await readValue({
    metadata: METADATA,
    messages: messages.map((message, at) => aText({ id: `wamid.${at}`, ...message })),
  })
  return inbound.map(({ consentChange, isUnclear }) =>
    isUnclear ? 'unclear' : consentChange && `${consentChange.wants} ${consentChange.scope}`,
  )
}

describe('A tapped button of WhatsApp', () => {
  it('stops promotional messages if it is Meta\'s own "Stop promotions"', async () => {
    const labels = [
      button('Stop promotions', 'Stop promotions'),
      button('Keine Werbung', 'STOP_PROMOTIONS'),
      button('Detener promociones', 'any'),
    ]
    expect(await readings(...labels)).to.deep.equal(labels.map(() => 'stop promotional'))
  })

  it('stops all messages if its payload says so in another language', async () => {
    const reply = {
      type: 'interactive',
      text: undefined,
      interactive: { button_reply: { title: 'Genug', id: 'STOP' } },
    }
    expect(await readings(button('Keine Werbung', 'STOP'), reply)).to.deep.equal(['stop all', 'stop all'])
  })

  it('asks for nothing if it is about something else', async () => {
    const others = [button('Cancel order', 'CANCEL'), button("Don't stop", 'go on')]
    expect(await readings(...others)).to.deep.equal([undefined, undefined])
  })
})

describe('An inbound message over the Cloud API', () => {
  it('has its keyword, or is left to a person', async () => {
    const texts = ['Stop.', 'please stop', 'Yes', "Don't stop", 'Hello'].map((body) => ({ text: { body } }))
    expect(await readings(...texts)).to.deep.equal([
      'stop all',
      'stop all',
      'start all',
      'unclear',
      undefined,
    ])
  })

  it('shows which number belongs to which id, in a message, its contacts and statuses', async () => {
    const value = {
      metadata: METADATA,
      contacts: [{ wa_id: '16505551234', user_id: 'US.1' }, { user_id: 'US.2' }],
      messages: [aText({ from_user_id: 'US.1' })],
      statuses: [{ ...STATUS, recipient_user_id: 'US.3' }, STATUS],
    }
    const { identities = [] } = await readValue(value)
    const { providerAccountId } = account
    expect(identities).to.deep.equal([
      { providerAccountId, userId: 'US.1', number: '+16505551234' },
      { providerAccountId, userId: 'US.3', number: '+16503879439' },
    ])
  })
})
