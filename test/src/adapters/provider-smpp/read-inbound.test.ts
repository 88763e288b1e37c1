import { expect } from 'chai'
import fc from 'fast-check'
import { gsm7Octets, gsm7Text } from '@postrider/core/channels/sms/gsm7'
import { writerNumber } from '@postrider/core/providers/domain/inbound/writer-number'
import { joinParts } from '@postrider/provider-smpp/join-parts'
import { createPduReader, encodePdu, type IncomingPdu, type PduFields } from '@postrider/provider-smpp/pdu'
import { type InboundPart, readInboundPart } from '@postrider/provider-smpp/read-inbound'
import { manualTime } from '../../core/fakes/manual-time.js'

const GSM7 = { defaultAlphabet: 'gsm7' } as const

const received = (fields: PduFields): IncomingPdu => {
  const pdus: IncomingPdu[] = []
  createPduReader((pdu) => pdus.push(pdu))(encodePdu('deliver_sm', 1, fields))
  return pdus[0] ?? expect.fail('nothing came')
}

const read = (fields: PduFields) => readInboundPart(received(fields), GSM7)

const aPart = (number: number, text: string, reference = 7): InboundPart => ({
  to: '5678',
  from: '+919876543210',
  text,
  raw: '',
  part: { reference, total: 2, number },
})

describe('A text from an SMSC', () => {
  it('is read in the alphabet that it names', () => {
    const text = (
      data_coding: number,
      bytes: Buffer,
      settings: Parameters<typeof readInboundPart>[1] = GSM7,
    ) => readInboundPart(received({ data_coding, short_message: bytes }), settings).text
    expect(text(0, Buffer.from([0x1b, 0x65, 0x00, 0x11]))).to.equal('€@_')
    expect(text(0, Buffer.from('ä@', 'latin1'), { defaultAlphabet: 'latin1' })).to.equal('ä@')
    expect(text(3, Buffer.from('ä@', 'latin1'))).to.equal('ä@')
    expect(text(8, Buffer.from('हा', 'utf16le').swap16())).to.equal('हा')
    expect(text(4, Buffer.from([1, 2, 3])), 'bytes of a program').to.equal('')
  })

  it('is a part by its header, with a reference of one or two octets, or by its optional parameters', () => {
    const part = (header: readonly number[]) =>
      read({ esm_class: 0x40, short_message: Buffer.concat([Buffer.from(header), Buffer.from('Hi')]) })
    expect(part([5, 0, 3, 9, 2, 1])).to.deep.include({
      text: 'Hi',
      part: { reference: 9, total: 2, number: 1 },
    })
    expect(part([6, 8, 4, 1, 9, 3, 2]).part).to.deep.equal({ reference: 265, total: 3, number: 2 })
    expect(part([11, 5, 4, 1, 2, 3, 4, 0, 3, 9, 2, 2]).part).to.deep.equal({
      reference: 9,
      total: 2,
      number: 2,
    })
    for (const header of [[5, 0, 3, 9, 2, 3], [5, 0, 3, 9, 1, 1], [5, 0, 3, 9, 0, 0], [0]])
      expect(part(header).part, String(header)).to.equal(undefined)
    const beside = { sar_msg_ref_num: 300, sar_total_segments: 2, sar_segment_seqnum: 2 }
    expect(read({ short_message: Buffer.from('Hi'), ...beside }).part).to.deep.equal({
      reference: 300,
      total: 2,
      number: 2,
    })
  })

  it('comes from a number with its country, or from any other sender of the SMSC', () => {
    for (const spelled of ['919876543210', '+919876543210', '00919876543210', '+91 98765-43210'])
      expect(writerNumber(spelled), spelled).to.equal('+919876543210')
    for (const spelled of ['56767', 'AX-BANK', '09876543210', ''])
      expect(writerNumber(spelled)).to.equal(spelled)
    expect(read({ source_addr: '' }).from).to.equal(undefined)
  })

  it('is read for any bytes', () => {
    fc.assert(
      fc.property(
        fc.nat(255),
        fc.nat(255),
        fc.uint8Array({ maxLength: 200 }),
        (esm_class, data_coding, bytes) => {
          const { text, part } = read({ esm_class, data_coding, short_message: Buffer.from(bytes) })
          expect(text.length).to.be.at.most(bytes.length)
          if (part !== undefined) expect(part.number).to.be.within(1, part.total)
        },
      ),
    )
  })

  it('reads as it was written in GSM-7', () => {
    const text = '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€'
    expect(gsm7Text(gsm7Octets(text) ?? expect.fail('outside the alphabet'))).to.equal(text)
    expect(gsm7Text(Uint8Array.of(0x1b))).to.equal(' ')
  })
})

describe('The parts of a text', () => {
  it('are stored as one, in their order, and acknowledged then', async () => {
    const { timers } = manualTime()
    const stored: string[] = []
    const take = joinParts(timers, async ({ text }) => void stored.push(text))
    const second = take(aPart(2, 'world'))
    const other = take(aPart(1, 'Good ', 8))
    expect(stored).to.deep.equal([])
    await Promise.all([second, take(aPart(1, 'Hello '))])
    await Promise.all([other, take(aPart(2, 'bye', 8))])
    expect(stored).to.deep.equal(['Hello world', 'Good bye'])
  })

  it("are stored as far as they have arrived if the others don't arrive", async () => {
    const { timers, advance } = manualTime()
    const stored: string[] = []
    const take = joinParts(timers, async ({ text }) => void stored.push(text))
    const first = take(aPart(1, 'Hello '))
    await advance(5_000)
    await first
    await Promise.all([take(aPart(1, 'Hello ')), take(aPart(2, 'world'))])
    expect(stored).to.deep.equal(['Hello ', 'Hello world'])
  })

  it("are all sent again if they couldn't be stored", async () => {
    let fails = true
    const take = joinParts(manualTime().timers, async () => {
      if (fails) throw new Error('no room')
    })
    const results = await Promise.allSettled([take(aPart(1, 'a')), take(aPart(2, 'b'))])
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    fails = false
    await Promise.all([take(aPart(1, 'a')), take(aPart(2, 'b'))])
  })
})
