import { expect } from 'chai'
import fc from 'fast-check'
import { fresh } from '@postrider/conformance/builders/fresh'
import { readErrorMap } from '@postrider/provider-smpp/code-maps'
import { createPduReader, encodePdu, type IncomingPdu, type PduFields } from '@postrider/provider-smpp/pdu'
import {
  isReceipt,
  queriedReport,
  readReceipt,
  type ReceiptForm,
} from '@postrider/provider-smpp/read-receipt'

const account = fresh.id('pac')
const plain: ReceiptForm = { receiptId: 'as-is', errorMap: new Map() }

/** As received over a connection. */
const received = (fields: PduFields): IncomingPdu => {
  const pdus: IncomingPdu[] = []
  createPduReader((pdu) => pdus.push(pdu))(encodePdu('deliver_sm', 1, fields))
  const [pdu] = pdus
  return pdu ?? expect.fail('nothing came')
}

const receipt = (text: string, more: PduFields = {}): IncomingPdu =>
  received({ esm_class: 4, short_message: Buffer.from(text, 'latin1'), ...more })

const read = (text: string, more: PduFields = {}, form = plain) =>
  readReceipt(receipt(text, more), account, form)

describe('A receipt of an SMSC', () => {
  it('has the state of the message, from its text or from its state field', () => {
    for (const [stat, state, status, failureCode] of [
      ['DELIVRD', 2, 'delivered', undefined],
      ['ENROUTE', 1, 'accepted', undefined],
      ['ACCEPTD', 6, 'accepted', undefined],
      ['UNKNOWN', 7, 'accepted', undefined],
      ['NEWWORD', 0, 'accepted', undefined],
      ['EXPIRED', 3, 'undelivered', 'recipient_unreachable'],
      ['UNDELIV', 5, 'undelivered', 'recipient_unreachable'],
      ['DELETED', 4, 'undelivered', 'provider_rejected'],
      ['REJECTD', 8, 'undelivered', 'provider_rejected'],
      ['SKIPPED', 9, 'undelivered', 'provider_rejected'],
    ] as const) {
      const byWord = read(`ERR:000 Stat:${stat.toLowerCase()} ID:abc_1`)
      expect(byWord, stat).to.include({ status, failureCode, providerMessageId: 'abc_1' })
      expect(read('id:abc stat:whatever', { message_state: state }), stat).to.include({ status, failureCode })
      const onTheWay = readReceipt(receipt(`id:1 stat:${stat}`, { esm_class: 0x20 }), account, plain)
      expect(onTheWay.status).to.equal('accepted')
    }
  })

  it("fails by the account's reading of its code", () => {
    const errorMap = readErrorMap('600-639=dlt_scrubbed,1B=recipient_blocked') ?? expect.fail('unreadable')
    const codeOf = (err: string, stat = 'UNDELIV') =>
      read(`id:1 stat:${stat} err:${err}`, {}, { ...plain, errorMap }).failureCode
    expect(['599', '600', '0639', '640', '01b'].map((err) => codeOf(err))).to.deep.equal([
      'recipient_unreachable',
      'dlt_scrubbed',
      'dlt_scrubbed',
      'recipient_unreachable',
      'recipient_blocked',
    ])
    expect(codeOf('600', 'DELIVRD')).to.equal(undefined)
  })

  it('belongs to the message named in its optional parameter, in the base of the responses', () => {
    const id = Buffer.from('00FF')
    expect(read('id:1 stat:DELIVRD', { receipted_message_id: id }).providerMessageId).to.equal('00FF')
    const ended = { receipted_message_id: Buffer.from('00FF\0'), message_state: 2 }
    expect(read('', ended)).to.include({ providerMessageId: '00FF', status: 'delivered' })
    const idOf = (text: string, receiptId: ReceiptForm['receiptId']) =>
      read(`id:${text}`, {}, { ...plain, receiptId }).providerMessageId
    expect(idOf('00FF', 'hex-to-decimal')).to.equal('255')
    expect(idOf('255', 'decimal-to-hex')).to.equal('ff')
    expect(idOf('a-b', 'hex-to-decimal')).to.equal('a-b')
  })

  it('names its recipient if it marks the number as international', () => {
    const to = (ton: number) => read('id:1', { source_addr: '4915123456789', source_addr_ton: ton }).recipient
    expect(to(1)).to.equal('+4915123456789')
    expect(to(0)).to.equal(undefined)
  })

  it("keeps nothing of the message's text", () => {
    const { raw } = read(
      'id:1 sub:001 submit date:2611230530 stat:DELIVRD err:000 Text:Your code is 123456 id:2',
    )
    expect(raw).to.equal('id:1 sub:001 submit date:2611230530 stat:DELIVRD err:000')
  })

  it('is the same event when it is repeated, and another when it has other content', () => {
    const key = (text: string) => read(text).eventKey
    expect(key('id:1 stat:DELIVRD err:000')).to.equal(key('id:1 stat:DELIVRD err:000 text:x'))
    const others = ['id:1 stat:UNDELIV', 'id:2 stat:DELIVRD', 'id:1 stat:DELIVRD err:1', 'what', 'what else']
    expect(new Set(others.map(key)).size).to.equal(others.length)
  })

  it("isn't read from an inbound text that looks like one", () => {
    const fake = receipt('id:1 stat:DELIVRD', { esm_class: 0 })
    expect(isReceipt(fake)).to.equal(false)
    expect(isReceipt(receipt('', { esm_class: 0, receipted_message_id: Buffer.from('1') }))).to.equal(true)
  })

  it("and anything else is read without an exception, or isn't a PDU", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (bytes, short) => {
        const pdus: IncomingPdu[] = []
        const whole = Buffer.from([
          0,
          0,
          0,
          16 + bytes.length - Math.min(short, bytes.length),
          0,
          0,
          0,
          5,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          9,
        ])
        const push = createPduReader((pdu) => pdus.push(pdu))
        try {
          push(Buffer.concat([whole, bytes]))
        } catch {
          // The rest isn't a PDU, so the session ends.
        }
        for (const pdu of pdus) expect(readReceipt(pdu, account, plain).raw).to.be.a('string')
      }),
      { numRuns: 300 },
    )
  })
})

describe("An SMSC's response to a query about a message", () => {
  const errorMap = new Map([['627', 'dlt_scrubbed' as const]])
  const reportOf = (state: number, errorCode = 0) =>
    queriedReport({ id: '7f', to: '+4915123456789', state, errorCode }, account, { errorMap })

  it('is a report if it is final, by the same table as receipts, and otherwise none', () => {
    for (const state of [0, 1, 6, 7, 10, 255]) expect(reportOf(state), `${state}`).to.equal(undefined)
    expect(reportOf(2)).to.include({ status: 'delivered', failureCode: undefined, providerMessageId: '7f' })
    for (const [state, failureCode] of [
      [3, 'recipient_unreachable'],
      [5, 'recipient_unreachable'],
      [4, 'provider_rejected'],
      [8, 'provider_rejected'],
    ] as const)
      expect(reportOf(state)).to.include({ status: 'undelivered', failureCode })
    expect(reportOf(5, 627)).to.include({ failureCode: 'dlt_scrubbed' })
    expect(reportOf(2)?.eventKey).to.equal(reportOf(2)?.eventKey).and.not.to.equal(reportOf(5)?.eventKey)
  })
})
