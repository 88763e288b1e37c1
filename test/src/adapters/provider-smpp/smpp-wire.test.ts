import { expect } from 'chai'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { HOUR_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { smsLayout } from '@postrider/core/channels/sms/segments'
import { countReferences } from '@postrider/provider-smpp/part-references'
import { validityPeriod } from '@postrider/provider-smpp/validity-period'
import { startSmsc, type SmscSubmit, type Smsc } from './smsc.js'
import { aText, LOGIN, openSmpp } from './open-smpp.js'

const GERMAN = '+4915123456789'
const INDIAN = '+919812345678'

const registered = {
  registration: {
    channel: 'sms',
    entityId: '1101456789012345678',
    templateId: '1107456789012345678',
    header: 'ACMEIN',
  },
} as const

/** Sixteen bytes a line: the offset, the bytes, and their text. */
const hexDump = (hex: string): string => {
  const lines = hex.match(/.{1,32}/g) ?? []
  return lines
    .map((line, at) => {
      const bytes = line.match(/../g) ?? []
      const text = Buffer.from(line, 'hex')
        .toString('latin1')
        .replaceAll(/[^ -~]/g, '.')
      return `${(at * 16).toString(16).padStart(4, '0')}  ${bytes.join(' ').padEnd(47)}  ${text}`
    })
    .join('\n')
}

describe('An SMS on the wire to an SMSC', () => {
  let smsc: Smsc
  before(async () => {
    smsc = await startSmsc()
  })
  after(() => smsc.kill())

  const send = async (
    submission: ProviderSubmission,
    settings: Readonly<Record<string, string | number>> = {},
    secrets: Readonly<Record<string, string>> = LOGIN,
  ): Promise<readonly SmscSubmit[]> => {
    const earlier = smsc.submits().length
    const { provider } = openSmpp(smsc.port, { settings, secrets })
    const outcome = await provider.submit(submission, 5_000)
    await provider.close()
    const submits = smsc.submits().slice(earlier)
    if (outcome._tag === 'Accepted') return submits
    expect.fail(JSON.stringify(outcome))
  }

  it('has its recipient and its sender, in letters or as a number', async () => {
    const [letters] = await send(aText(GERMAN))
    expect(letters).to.deep.include({
      destination_addr: '4915123456789', dest_addr_ton: 1, dest_addr_npi: 1,
      source_addr: 'TSHOP', source_addr_ton: 5, source_addr_npi: 0, registered_delivery: 1, esm_class: 0,
    }) // prettier-ignore
    const sender = { channel: 'sms', header: '491771234567' } as const
    const [number] = await send(aText(GERMAN, 'Hello', { sender }))
    expect(number).to.deep.include({ source_addr: '491771234567', source_addr_ton: 1, source_addr_npi: 1 })
    const spaced = { channel: 'sms', header: 'My Shop' } as const
    const [words] = await send(aText(GERMAN, 'Hello', { sender: spaced }))
    expect(words).to.deep.include({ source_addr: 'My Shop', source_addr_ton: 5, source_addr_npi: 0 })
    const [other] = await send(aText(GERMAN, 'Hello', { sender }), { sourceTon: 2, sourceNpi: 8 })
    expect(other).to.deep.include({ source_addr_ton: 2, source_addr_npi: 8 })
    const [both] = await send(aText(GERMAN), { sourceTon: 0, sourceNpi: 0 })
    expect(both).to.deep.include({ source_addr_ton: 0, source_addr_npi: 0 })
  })

  it('has the TON of the account only for the senders that it fits', async () => {
    const number = { channel: 'sms', header: '491771234567' } as const
    const [letters] = await send(aText(GERMAN), { sourceTon: 1, sourceNpi: 1 })
    expect(letters).to.deep.include({ source_addr_ton: 5, source_addr_npi: 0 })
    const [digits] = await send(aText(GERMAN, 'Hello', { sender: number }), { sourceTon: 5, sourceNpi: 0 })
    expect(digits).to.deep.include({ source_addr_ton: 1, source_addr_npi: 1 })
  })

  it('has a short code as an abbreviated number, or as the account sets it', async () => {
    const short = aText(GERMAN, 'Hello', { sender: { channel: 'sms', header: '56767' } })
    const [usual] = await send(short, { sourceTon: 1 })
    expect(usual).to.deep.include({ source_addr: '56767', source_addr_ton: 3, source_addr_npi: 0 })
    const [own] = await send(short, { shortCodeTon: 6, shortCodeNpi: 9 })
    expect(own).to.deep.include({ source_addr_ton: 6, source_addr_npi: 9 })
  })

  for (const [what, text, coding] of [
    ['every kind of GSM-7', '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%¡ÄÖÑÜ§¿äöñüà^{}\\[~]|€', 0],
    ['Devanagari', 'आपका कोड', 8],
    ['an emoji at the end of a part', `${'ा'.repeat(66)}😀${'ा'.repeat(66)}😀end`, 8],
    ['an escape at the end of a part', `${'x'.repeat(152)}€${'y'.repeat(152)}€`, 0],
  ] as const) {
    it(`arrives complete, in as many parts as are charged: ${what}`, async () => {
      const submits = await send(aText(GERMAN, text))
      const { segments } = smsLayout(text)
      expect(submits).to.have.length(segments)
      const inOrder = submits.toSorted((a, b) => a.header.localeCompare(b.header))
      expect(inOrder.map((submit) => submit.text).join('')).to.equal(text)
      expect(submits.every((submit) => submit.data_coding === coding)).to.equal(true)
      if (segments > 1) {
        const [reference] = inOrder.map(({ header }) => header.slice(0, 8))
        expect(reference?.slice(0, 6)).to.equal('050003')
        inOrder.forEach(({ header, esm_class }, at) => {
          expect(header).to.equal(`${reference}0${segments}0${at + 1}`)
          expect(esm_class).to.equal(0x40)
        })
      }
    })
  }

  it('has another reference number in each of 256 texts to a recipient', async () => {
    const { provider } = openSmpp(smsc.port, { settings: { window: 100 } })
    const earlier = smsc.submits().length
    const texts = Array.from({ length: 60 }, () => provider.submit(aText(GERMAN, 'x'.repeat(200)), 20_000))
    for (const { _tag } of await Promise.all(texts)) expect(_tag).to.equal('Accepted')
    await provider.close()
    const headers = smsc
      .submits()
      .slice(earlier)
      .map(({ header }) => header)
    expect(new Set(headers.map((header) => header.slice(6, 8))).size).to.equal(60)
    const next = countReferences({ fraction: () => 0.999 })
    expect(new Set(Array.from({ length: 256 }, () => next(GERMAN))).size).to.equal(256)
    expect([next(INDIAN), next(INDIAN), next(GERMAN)]).to.deep.equal([0, 1, 0])
  })

  it('is sent whole if the SMSC divides it', async () => {
    const text = 'x'.repeat(300)
    const submits = await send(aText(GERMAN, text), { longMessages: 'payload' })
    expect(submits.map((submit) => submit.text)).to.deep.equal([text])
  })

  it('fits through a window that is smaller than its number of parts', async () => {
    expect(await send(aText(GERMAN, 'x'.repeat(800)), { window: 1 })).to.have.length(6)
  })

  it("uses Latin-1 if that is the SMSC's alphabet", async () => {
    const [submit] = await send(aText(GERMAN, 'Grüße für 5 £'), { defaultAlphabet: 'latin1' })
    expect(submit?.data_coding).to.equal(0)
    expect(submit?.hex).to.include(Buffer.from('\rGrüße für 5 £', 'latin1').toString('hex'))
  })

  it('uses UCS-2 if that alphabet lacks a character, in parts of its size', async () => {
    const latin1 = { defaultAlphabet: 'latin1' }
    const [euro] = await send(aText(GERMAN, 'Ω costs 5 €'), latin1)
    expect(euro).to.deep.include({ data_coding: 8, text: 'Ω costs 5 €', esm_class: 0 })
    const long = `${'x'.repeat(100)}€`
    const parts = (await send(aText(GERMAN, long), latin1)).toSorted((a, b) =>
      a.header.localeCompare(b.header),
    )
    expect(parts.map(({ data_coding, header }) => [data_coding, header.slice(8)])).to.deep.equal([
      [8, '0201'],
      [8, '0202'],
    ])
    expect(parts.map(({ text }) => text).join('')).to.equal(long)
    const [whole] = await send(aText(GERMAN, long), { ...latin1, longMessages: 'payload' })
    expect(whole).to.deep.include({ data_coding: 8, text: long })
  })

  it('requests a report only for its first part, if the account sets that', async () => {
    const { provider } = openSmpp(smsc.port, { settings: { receiptParts: 'first' } })
    const outcome = await provider.submit(aText(GERMAN, 'x'.repeat(400)), 5_000)
    await provider.close()
    const parts = smsc.submits().slice(-3)
    expect(parts.map(({ registered_delivery }) => registered_delivery)).to.deep.equal([1, 0, 0])
    expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [parts[0]?.id] })
  })

  it('requests a report only for its last part, if the account sets that', async () => {
    const { provider } = openSmpp(smsc.port, { settings: { receiptParts: 'last' } })
    const outcome = await provider.submit(aText(GERMAN, 'x'.repeat(400)), 5_000)
    await provider.close()
    const parts = smsc.submits().slice(-3)
    expect(parts.map(({ registered_delivery }) => registered_delivery)).to.deep.equal([0, 0, 1])
    expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [parts[2]?.id] })
  })

  it("to +91 has the text's registration, if the account sets that, and nowhere else", async () => {
    const [plain] = await send(aText(INDIAN, 'Hello', registered))
    expect(plain).to.deep.include({ source_addr: 'ACMEIN', dlt: {} })
    const secrets = { ...LOGIN, dltChain: '1302157225275643280' }
    const [sent] = await send(aText(INDIAN, 'Hello', registered), { dlt: 'tlv' }, secrets)
    const { entityId, templateId } = registered.registration
    expect(sent?.dlt).to.deep.equal({ '1400': entityId, '1401': templateId, '1402': secrets.dltChain })
    const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
    // The PDU as sent, for display.
    if (process.env['POSTRIDER_SHOW_WIRE'] === '1') console.log(hexDump(sent?.hex ?? ''))
    expect(sent?.hex)
      .to.include(`14000013${hex(entityId)}`)
      .and.include(`14010013${hex(templateId)}`)
    const [elsewhere] = await send(aText(GERMAN, 'Hello', registered), { dlt: 'tlv' })
    expect(elsewhere).to.deep.include({ source_addr: 'TSHOP', dlt: {} })
  })

  it('has its validity period', async () => {
    const [submit] = await send(aText(GERMAN, 'Hello', { expiresAtMs: Date.now() + 2 * HOUR_MS }))
    expect(submit?.validity_period).to.match(/^00000001595\d000R$|^000000020000000R$/)
    const nowMs = Date.UTC(2026, 10, 23, 5, 0, 0)
    expect(validityPeriod('absolute', nowMs + 26 * HOUR_MS, nowMs)).to.equal('261124070000000+')
    expect(validityPeriod('relative', nowMs + 26 * HOUR_MS, nowMs)).to.equal('000001020000000R')
    expect(validityPeriod('relative', nowMs - SECOND_MS, nowMs)).to.equal('000000000001000R')
    expect(validityPeriod('none', nowMs, nowMs)).to.equal('')
  })

  describe('is never sent', () => {
    const refuse = async (submission: ProviderSubmission, settings = {}) => {
      const earlier = smsc.submits().length
      const { provider }: { readonly provider: Provider } = openSmpp(smsc.port, { settings })
      const outcome = await provider.submit(submission, 5_000)
      await provider.close()
      expect(smsc.submits()).to.have.length(earlier)
      return outcome
    }

    it('to an invalid number', async () => {
      const wrong = await refuse(aText('tel:1'))
      expect(wrong).to.include({ _tag: 'PermanentFailure', failureCode: 'recipient_invalid' })
    })

    it('with a sender of too many letters', async () => {
      const registration = { ...registered.registration, header: 'ACME-INDIA-SHOP' }
      expect(await refuse(aText(INDIAN, 'Hello', { registration }))).to.have.property(
        '_tag',
        'RejectedByRoute',
      )
    })
  })
})
