import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import type { PduFields } from '@postrider/provider-smpp/pdu'
import { openSmppScene, SENDER, type SmppScene } from './smpp-scene.js'

const TIMEOUT_MS = 1_000

/** A delivery report with this text. */
const aReport = (to: string, text: string, more: PduFields = {}): PduFields => ({
  esm_class: 4,
  source_addr: to.slice(1),
  source_addr_ton: 1,
  destination_addr: SENDER,
  short_message: Buffer.from(text, 'latin1'),
  ...more,
})

/** Reports that field SMSCs write, with the identifier in place of `ID` and the number in place of `TO`. */
const FORMS: ReadonlyArray<readonly [what: string, text: string, fields: (to: string, id: string) => PduFields]> = [
  ['the addresses in the order of the message', 'id:ID stat:DELIVRD', (to) => ({ source_addr: SENDER, destination_addr: to.slice(1) })],
  ['a national number as an international one', 'id:ID stat:DELIVRD', (to) => ({ source_addr: to.slice(3) })],
  ['a national number with 0', 'id:ID stat:DELIVRD', (to) => ({ source_addr: `0${to.slice(3)}`, source_addr_ton: 2 })],
  ['commas between its fields', 'id:ID,sub:001,dlvrd:001,submit date:2611230530,done date:2611230531,stat:DELIVRD,err:000', () => ({})],
  ['the identifier only as a parameter', '', (_, id) => ({ receipted_message_id: Buffer.from(`${id}\0`), message_state: 2 })],
  ['one identifier in the text and another as a parameter', 'id:ID stat:DELIVRD', () => ({ receipted_message_id: Buffer.from('another\0'), message_state: 2 })],
  ['other letters in its identifier', 'id:id stat:DELIVRD', () => ({})],
] // prettier-ignore

describe('Delivery reports of an SMSC', () => {
  let scene: SmppScene
  let count = 0
  before(async () => {
    scene = await openSmppScene({ receiptParts: 'first' }, TIMEOUT_MS)
  })
  after(() => scene.stop())

  /** A recipient of their own, and an identifier for their message. */
  const fresh = () => {
    count += 1
    const serial = String(count).padStart(2, '0')
    return { to: `+9198400000${serial}`, id: `A1EEDF${serial}` }
  }

  /** Sends an invoice that the SMSC takes under this identifier. */
  const sentAs = async (to: string, id: string): Promise<string> => {
    const messageId = await scene.send('invoice', to)
    ;(await scene.textTo(to)).answer(id)
    await scene.reaches(messageId, 'SUBMITTED')
    return messageId
  }

  it('are applied if the response to the message comes after its timeout', async () => {
    const { to, id } = fresh()
    const messageId = await scene.send('invoice', to)
    const text = await scene.textTo(to)
    await scene.reaches(messageId, 'UNCONFIRMED')
    text.answer(id)
    await pause(40)
    expect(await scene.deliver(aReport(to, `id:${id} stat:DELIVRD`))).to.equal(0)
    await scene.reaches(messageId, 'DELIVERED')
    expect(
      scene.submitted.filter((one) => one.to === to),
      'it is sent once',
    ).to.have.length(1)
  })

  for (const [what, text, fields] of FORMS)
    it(`are applied with ${what}`, async () => {
      const { to, id } = fresh()
      const messageId = await sentAs(to, id)
      const written = text.replace('ID', id).replace('id:id', `id:${id.toLowerCase()}`)
      expect(await scene.deliver(aReport(to, written, fields(to, id)))).to.equal(0)
      await scene.reaches(messageId, 'DELIVERED')
    })

  it('are applied from a data_sm', async () => {
    const { to, id } = fresh()
    const messageId = await sentAs(to, id)
    const { short_message, ...rest } = aReport(to, `id:${id} stat:DELIVRD`)
    expect(await scene.deliver({ ...rest, message_payload: short_message ?? '' }, 'data_sm')).to.equal(0)
    await scene.reaches(messageId, 'DELIVERED')
  })

  for (const [stat, failureCode] of [
    ['FAILED', 'recipient_unreachable'],
    ['BLOCKED', 'recipient_blocked'],
  ] as const)
    it(`end the message with stat:${stat}`, async () => {
      const { to, id } = fresh()
      const messageId = await sentAs(to, id)
      await scene.deliver(aReport(to, `id:${id} stat:${stat}`))
      expect(await scene.reaches(messageId, 'UNDELIVERED')).to.include({ failureCode })
    })

  it('belong to the message to their recipient, if two messages have one identifier', async () => {
    const [one, other] = [fresh(), fresh()]
    const first = await sentAs(one.to, '778')
    const second = await sentAs(other.to, '778')
    const text = 'id:778 stat:DELIVRD err:000 done date:2611230531'
    await scene.deliver(aReport(one.to, text))
    await scene.deliver(aReport(other.to, text))
    await scene.reaches(first, 'DELIVERED')
    await scene.reaches(second, 'DELIVERED')
  })
})
