import { expect } from 'chai'
import { detailWith, providerReason } from '@postrider/core/providers/domain/calls/provider-reason'

describe("A provider's reason", () => {
  it('has its code and its words', () => {
    expect(providerReason(30007, 'Message filtered')).to.deep.equal({
      code: '30007',
      text: 'Message filtered',
    })
    expect(providerReason('550 5.7.1')).to.deep.equal({ code: '550 5.7.1' })
    expect(providerReason(' 620 ', ' ')).to.deep.equal({ code: '620' })
    expect(providerReason('UNDELIV', 'UNDELIV')).to.deep.equal({ code: 'UNDELIV' })
  })

  it("is missing without a code, or with text in the code's place", () => {
    for (const code of [undefined, '', '<b>', 'x'.repeat(65), 'a@b.example', '+49'])
      expect(providerReason(code, 'some words')).to.equal(undefined)
  })

  const masked: ReadonlyArray<readonly [string, string]> = [
    ["The 'To' number +1 555-010-0123 is invalid", "The 'To' number … is invalid"],
    ['no mailbox zoe.o+x@mail.example.com here', 'no mailbox … here'],
    ['<zoe@example.com>: rejected', '<…>: rejected'],
    ['code 482913 not allowed', 'code … not allowed'],
    ['٤٨٢٩١٣', '…'],
    ['blocked [203.0.113.7] using zen.spamhaus.org', 'blocked [203.0.113.7] using zen.spamhaus.org'],
    ['two\r\nlines\tand\u2028more', 'two lines and more'],
  ]
  for (const [given, shown] of masked)
    it(`shows no address, number or line break: ${JSON.stringify(given)}`, () => {
      expect(providerReason(1, given)).to.deep.equal({ code: '1', text: shown })
    })

  it('leaves out words that repeat a hidden text, also a truncated one', () => {
    const hidden = ['Hello Asha, your order has left.', 'EAAG-token', 'it']
    expect(providerReason(1, 'spam: "Hello Asha, your or…"', hidden)).to.deep.equal({ code: '1' })
    expect(providerReason(1, 'bad token EAAG-token', hidden)).to.deep.equal({ code: '1' })
    expect(providerReason(1, 'it is bad', hidden)).to.deep.equal({ code: '1', text: 'it is bad' })
  })

  it('is cut at 200 characters', () => {
    const text = providerReason(1, '😀'.repeat(300))?.text ?? ''
    expect([...text]).to.have.length(200)
    expect(text.endsWith('😀…')).to.equal(true)
  })

  it('is added to a detail of ours', () => {
    expect(detailWith('refused', { code: '1', text: 'no credit' })).to.equal('refused: no credit')
    expect(detailWith('refused', { code: '1' })).to.equal('refused')
    expect(detailWith('refused', undefined)).to.equal('refused')
  })
})
