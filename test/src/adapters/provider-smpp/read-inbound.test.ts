import { expect } from 'chai'
import fc from 'fast-check'
import { smsText } from '@postrider/core/channels/sms/inbound-octets'
import { gsm7Octets, gsm7Text } from '@postrider/core/channels/sms/gsm7'
import { writerNumber } from '@postrider/core/providers/domain/inbound/writer-number'
import { createPduReader, encodePdu, type IncomingPdu, type PduFields } from '@postrider/provider-smpp/pdu'
import { readInbound } from '@postrider/provider-smpp/read-inbound'

const GSM7 = { defaultAlphabet: 'gsm7' } as const

const received = (fields: PduFields): IncomingPdu => {
  const pdus: IncomingPdu[] = []
  createPduReader((pdu) => pdus.push(pdu))(encodePdu('deliver_sm', 1, fields))
  return pdus[0] ?? expect.fail('nothing came')
}

const read = (fields: PduFields, settings: Parameters<typeof readInbound>[1] = GSM7) => {
  const sms = readInbound(received(fields), settings)
  return { ...sms, text: smsText([sms]) }
}

describe('A text from an SMSC', () => {
  it('is read in the alphabet that it names', () => {
    const text = (data_coding: number, bytes: Buffer, settings: Parameters<typeof readInbound>[1] = GSM7) =>
      read({ data_coding, short_message: bytes }, settings).text
    expect(text(0, Buffer.from([0x1b, 0x65, 0x00, 0x11]))).to.equal('€@_')
    expect(text(0, Buffer.from('ä@', 'latin1'), { defaultAlphabet: 'latin1' })).to.equal('ä@')
    expect(text(3, Buffer.from('ä@', 'latin1'))).to.equal('ä@')
    expect(text(8, Buffer.from('हा', 'utf16le').swap16())).to.equal('हा')
    for (const coding of [2, 4, 0x14, 0xf4])
      expect(text(coding, Buffer.from([1, 2, 3])), 'bytes of a program').to.equal('')
    for (const coding of [0x18, 0x19, 0xe0])
      expect(text(coding, Buffer.from('STOP', 'utf16le').swap16()), 'the coding of the network').to.equal(
        'STOP',
      )
    for (const coding of [0x10, 0x11, 0xc0, 0xd0, 0xf0])
      expect(text(coding, Buffer.from([0x53, 0x1b, 0x65])), 'the coding of the network').to.equal('S€')
    expect(text(8, Buffer.from('0053005400', 'hex')), 'a stray octet').to.equal('ST')
  })

  it('is a part by its header, with a reference of one or two octets, or by its optional parameters', () => {
    const part = (header: readonly number[]) =>
      read({ esm_class: 0x40, short_message: Buffer.concat([Buffer.from(header), Buffer.from('Hi')]) })
    expect(part([5, 0, 3, 9, 2, 1])).to.deep.include({
      text: 'Hi',
      place: { reference: 'udh8:9', total: 2, number: 1 },
    })
    expect(part([6, 8, 4, 1, 9, 3, 2]).place).to.deep.equal({ reference: 'udh16:265', total: 3, number: 2 })
    expect(part([11, 5, 4, 1, 2, 3, 4, 0, 3, 9, 2, 2]).place).to.deep.equal({
      reference: 'udh8:9',
      total: 2,
      number: 2,
    })
    for (const header of [[5, 0, 3, 9, 2, 3], [5, 0, 3, 9, 1, 1], [5, 0, 3, 9, 0, 0], [0]])
      expect(part(header).place, String(header)).to.equal(undefined)
    const beside = { sar_msg_ref_num: 300, sar_total_segments: 2, sar_segment_seqnum: 2 }
    expect(read({ short_message: Buffer.from('Hi'), ...beside }).place).to.deep.equal({
      reference: 'sar:300',
      total: 2,
      number: 2,
    })
  })

  it('is read with the national tables that its header names', () => {
    const text = (header: readonly number[], octets: readonly number[]) =>
      read({ esm_class: 0x40, short_message: Buffer.from([header.length, ...header, ...octets]) }).text
    expect(text([0x24, 1, 1], [0x1b, 0x53, 0x69, 0x66, 0x72, 0x65])).to.equal('Şifre')
    expect(text([0x25, 1, 1], [0x1c, 0x69, 0x66, 0x72, 0x65, 0x40])).to.equal('Şifreİ')
    expect(text([0x25, 1, 3], [0x6e, 0x7b, 0x6f])).to.equal('não')
    expect(text([0x25, 1, 6, 0x24, 1, 6], [0x4c, 0x1b, 0x1c])).to.equal('\u0938\u0966')
    expect(text([0x25, 1, 99], [0x53]), 'an unknown language').to.equal('S')
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
          const { text, place } = read({ esm_class, data_coding, short_message: Buffer.from(bytes) })
          expect(text.length).to.be.at.most(bytes.length)
          if (place !== undefined) expect(place.number).to.be.within(1, place.total)
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
