import { expect } from 'chai'
import fc from 'fast-check'
import { fresh } from '@postrider/conformance/builders/fresh'
import { readErrorMap, readStatMap } from '@postrider/provider-smpp/code-maps'
import { createPduReader, encodePdu, type IncomingPdu, type PduFields } from '@postrider/provider-smpp/pdu'
import {
  isReceipt,
  queriedReport,
  readReceipt,
  type ReceiptForm,
} from '@postrider/provider-smpp/read-receipt'

const account = fresh.id('pac')
const plain: ReceiptForm = { receiptId: 'as-is', errorMap: new Map(), statMap: new Map() }

/** As received over a connection. */
const received = (fields: PduFields): IncomingPdu => {
  const pdus: IncomingPdu[] = []
  createPduReader((pdu) => pdus.push(pdu))(encodePdu('deliver_sm', 1, fields))
  const [pdu] = pdus
  return pdu ?? expect.fail('nothing came')
}

const receipt = (text: string, more: PduFields = {}): IncomingPdu =>
  received({ esm_class: 4, short_message: Buffer.from(text, 'latin1'), ...more })

const reportIn = (pdu: IncomingPdu, form = plain) =>
  readReceipt(pdu, account, form).report ?? expect.fail('it names no message')

const read = (text: string, more: PduFields = {}, form = plain) => reportIn(receipt(text, more), form)

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
      const onTheWay = reportIn(receipt(`id:1 stat:${stat}`, { esm_class: 0x20 }))
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

  it('has both addresses as they were written', () => {
    const { recipient, addresses } = read('id:1', { source_addr: '015123456789', destination_addr: 'TSHOP' })
    expect([recipient, addresses]).to.deep.equal([undefined, ['015123456789', 'TSHOP']])
  })

  it('can have any separator, and be in UCS-2', () => {
    const fields = { providerMessageId: '1003', status: 'delivered' }
    for (const text of [
      'id:1003,sub:001,dlvrd:001,submit date:2611230530,done date:2611230531,stat:DELIVRD,err:000',
      'id:1003;stat:DELIVRD;err:000',
      'id=1003|stat=DELIVRD|done_date=2611230531',
      'ID: 1003 STAT: DELIVRD',
    ])
      expect(read(text), text).to.include(fields)
    const ucs2 = Buffer.from('id:1003 stat:DELIVRD', 'utf16le').swap16()
    expect(reportIn(received({ esm_class: 4, data_coding: 8, short_message: ucs2 }))).to.include(fields)
  })

  it('has the other id of its text beside the one of its parameter', () => {
    const both = { receipted_message_id: Buffer.from('AB'), message_state: 2 }
    expect(read('id:77 stat:DELIVRD', both)).to.include({ providerMessageId: 'AB', otherMessageId: '77' })
    expect(read('id:AB stat:DELIVRD', both)).to.include({
      providerMessageId: 'AB',
      otherMessageId: undefined,
    })
    expect(read('id:77 stat:DELIVRD', both).raw).to.equal('id:AB stat:DELIVRD id in text:77 message_state:2')
  })

  it("has the meaning of its word by the account's own map, and by the words that many SMSCs add", () => {
    const statMap = readStatMap('EXPIRE=undelivered,blacklst=recipient_blocked,DELIVRD=accepted') ?? new Map()
    const fate = (stat: string, more: PduFields = {}) => {
      const { status, failureCode } = read(`id:1 stat:${stat}`, more, { ...plain, statMap })
      return [status, failureCode]
    }
    expect(fate('expire')).to.deep.equal(['undelivered', 'recipient_unreachable'])
    expect(fate('BLACKLST')).to.deep.equal(['undelivered', 'recipient_blocked'])
    expect(fate('DELIVRD', { message_state: 2 }), 'the own map counts most').to.deep.equal([
      'accepted',
      undefined,
    ])
    expect(fate('FAILED')).to.deep.equal(['undelivered', 'recipient_unreachable'])
    expect(fate('BLOCKED')).to.deep.equal(['undelivered', 'recipient_blocked'])
    expect(read('id:1 stat:BLOCKED').suppresses).to.equal('blocked')
    expect(read('id:1 stat:BLACKLST', {}, { ...plain, statMap }).suppresses).to.equal('blocked')
    expect(read('id:1 stat:FAILED')).not.to.have.property('suppresses')
    for (const wrong of ['A=anything', '1=delivered', 'A B=delivered'])
      expect(readStatMap(wrong), wrong).to.equal(undefined)
  })

  it('is unreadable if it names no message or has an unknown status', () => {
    const unreadIn = (text: string, more: PduFields = {}) =>
      readReceipt(receipt(text, more), account, plain).unread
    expect(unreadIn('id:1 stat:DELIVRD')).to.equal(undefined)
    expect(unreadIn('id:1', { message_state: 2 })).to.equal(undefined)
    expect(unreadIn('id:1 stat:NEWWORD')?.detail).to.include('statMap')
    const nameless = readReceipt(receipt('sub:001 stat:DELIVRD text:Your code is 1234'), account, plain)
    expect(nameless.report).to.equal(undefined)
    expect(nameless.unread).to.include({ providerAccountId: account, raw: 'sub:001 stat:DELIVRD' })
    expect(nameless.unread?.detail).to.include('names no message')
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
    const others = ['id:1 stat:UNDELIV', 'id:2 stat:DELIVRD', 'id:1 stat:DELIVRD err:1']
    expect(new Set(others.map(key)).size).to.equal(others.length)
    const to = (source_addr: string) => read('id:1 stat:DELIVRD', { source_addr }).eventKey
    expect(to('4915123456789'), 'one id for two recipients').not.to.equal(to('4915187654321'))
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
        for (const pdu of pdus) {
          const { report, unread } = readReceipt(pdu, account, plain)
          expect((report ?? unread)?.raw).to.be.a('string')
        }
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
