import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { secretsOf, VERIFY_TOKEN } from '../adapters/provider-whatsapp/open-whatsapp.js'
import { asOperator } from '../hosts/http/agents.js'
import { startWhatsappCloud, type WhatsappCloud } from '../servers/whatsapp-cloud.js'
import { CLOUD_TEMPLATES, openPromotingScene, type PromotingScene } from './promoting-scene.js'

const REFUSED = 'destination_not_allowed'
const ACCEPTED = 'acceptable'
/** Gets messages, and never opts out. */
const OTHER = '+919800000099'

describe('People who opt out over WhatsApp', () => {
  let cloud: WhatsappCloud
  let scene: PromotingScene
  let phoneNumberId: string
  let count = 0

  before(async () => {
    cloud = await startWhatsappCloud(CLOUD_TEMPLATES, [])
    phoneNumberId = cloud.numbers[0] ?? expect.fail('it has no number')
    scene = await openPromotingScene({
      sender: { channel: 'whatsapp', phoneNumberId },
      account: { kind: 'whatsapp', settings: { wabaId: cloud.wabaId, baseUrl: cloud.url } },
      secrets: secretsOf(cloud),
    })
    expect(await cloud.subscribe(scene.callbackUrl, VERIFY_TOKEN)).to.equal(true)
  })
  after(async () => {
    await scene.stop()
    await cloud.stop()
  })

  const now = (): string => String(Math.floor(Date.now() / 1_000))
  const tell = (field: string, value: object): Promise<void> =>
    cloud.tell(field, {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
      ...value,
    })

  /** A person writes a message with these fields. */
  const write = (message: object): Promise<void> => {
    count += 1
    return tell('messages', {
      messages: [{ id: `wamid.in${count}`, timestamp: now(), type: 'text', ...message }],
    })
  }
  const STOP = { text: { body: 'STOP' } }

  /** Sends an offer; returns it as the vendor has it. */
  const offerTo = async (to: string) => {
    const messageId = await scene.send('offer', to)
    const found = () =>
      cloud.messages().find(({ biz_opaque_callback_data: data }) => data?.startsWith(messageId))
    await eventually('the vendor has it', () => found() !== undefined)
    await scene.reaches(messageId, 'SUBMITTED')
    return { ...(found() ?? expect.fail('it is gone')), messageId }
  }

  const verdicts = async (to: string) => [
    await scene.verdict('offer', to),
    await scene.verdict('invoice', to),
  ]

  it('are the recipients of the messages that they reply to, if WhatsApp hides their numbers', async () => {
    const to = '+919800000001'
    const { id } = await offerTo(to)
    await write({ ...STOP, from_user_id: 'US.1349', context: { id } })
    await scene.becomes('offer', to, REFUSED)
    expect(await verdicts(to), 'STOP is about all messages').to.deep.equal([REFUSED, REFUSED])
    expect(await verdicts(OTHER)).to.deep.equal([ACCEPTED, ACCEPTED])
  })

  it('hold the offers of the sender while they have only an id, until the number is known', async () => {
    const to = '+919800000002'
    const preference = { category: 'marketing_messages', value: 'stop', timestamp: now(), user_id: 'US.2' }
    await tell('user_preferences', { user_preferences: [preference] })
    await scene.becomes('offer', OTHER, 'sender_unavailable')
    expect(await scene.verdict('invoice', OTHER)).to.equal(ACCEPTED)
    const { messages } = await asOperator(scene.composition, 'listInboundMessages', { task: 'unattributed' })
    expect(messages.map(({ wants, scope }) => [wants, scope])).to.deep.equal([['stop', 'promotional']])
    const status = { id: 'wamid.any', status: 'delivered', timestamp: now(), recipient_id: to.slice(1) }
    await tell('messages', { statuses: [{ ...status, recipient_user_id: 'US.2' }] })
    await scene.becomes('offer', OTHER, ACCEPTED)
    expect(await verdicts(to)).to.deep.equal([REFUSED, ACCEPTED])
  })

  it('are known by their id if their number came with it before', async () => {
    const to = '+919800000003'
    await write({ text: { body: 'Hello' }, from: to.slice(1), from_user_id: 'US.3' })
    await write({ ...STOP, from_user_id: 'US.3' })
    await scene.becomes('offer', to, REFUSED)
    expect(await scene.verdict('offer', OTHER)).to.equal(ACCEPTED)
  })

  it('can do it in WhatsApp itself, which fails the message with 131050', async () => {
    const to = '+919800000004'
    const { messageId, biz_opaque_callback_data } = await offerTo(to)
    const status = { id: 'wamid.x', status: 'failed', timestamp: now(), errors: [{ code: 131050 }] }
    await tell('messages', { statuses: [{ ...status, biz_opaque_callback_data }] })
    expect(await scene.reaches(messageId, 'UNDELIVERED')).to.include({ failureCode: 'recipient_blocked' })
    await scene.becomes('offer', to, REFUSED)
    expect(await scene.verdict('invoice', to)).to.equal(ACCEPTED)
  })

  for (const [to, from] of [
    ['+525512345678', '5215512345678'],
    ['+5585988887777', '558588887777'],
    ['+5491123456789', '541123456789'],
  ] as const)
    it(`are ${to} also as ${from}`, async () => {
      await offerTo(to)
      await write({ ...STOP, from })
      await scene.becomes('offer', to, REFUSED)
    })

  for (const [what, tapped, invoice] of [
    [
      '"Stop promotions"',
      { type: 'button', button: { text: 'Stop promotions', payload: 'Stop promotions' } },
      ACCEPTED,
    ],
    [
      'a label in their language',
      { type: 'button', button: { text: 'Keine Werbung', payload: 'STOP' } },
      REFUSED,
    ],
    [
      'a reply',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'STOP', title: 'Genug' } },
      },
      REFUSED,
    ],
  ] as const)
    it(`can tap ${what}`, async () => {
      count += 1
      const to = `+9198000010${String(count).padStart(2, '0')}`
      await write({ ...tapped, from: to.slice(1) })
      await scene.becomes('offer', to, REFUSED)
      expect(await scene.verdict('invoice', to)).to.equal(invoice)
    })
})
