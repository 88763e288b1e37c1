import { expect } from 'chai'
import { autofillWarnings } from '@postrider/core/templates/domain/autofill-warnings'

const HASH = 'FA+9qCX9VSu'

const codesOf = (text: string, more: object = {}): readonly string[] =>
  autofillWarnings({
    category: 'otp',
    content: { channel: 'sms', text },
    language: 'en',
    variables: [{ name: 'code', example: '123456' }],
    ...more,
  }).map(({ code }) => code)

describe('The warnings about a code that phones fill in', () => {
  it('are none for texts in the right form, or without any', () => {
    for (const text of [
      'Your code is {{code}}.',
      'Your code is {{code}}.\n\n@example.com #{{code}}',
      'Your code is {{code}}.\n@shop.example.com #{{code}} @pay.example',
      `Your code is {{code}}.\n\n${HASH}`,
      `<#> Your code is {{code}}.\n${HASH}\n`,
      'Your code is {{code}}. Write to help@example.com about PostRider.',
    ])
      expect(codesOf(text), text).to.deep.equal([])
  })

  it('name a line with the domain that is not the last one', () => {
    expect(codesOf('@example.com #{{code}}\nDo not share it.')).to.deep.equal(['autofill_line_not_last'])
    expect(codesOf(`Code {{code}}\n@example.com #{{code}}\n${HASH}`)).to.deep.equal([
      'autofill_line_not_last',
    ])
  })

  it('name a last line in another form', () => {
    for (const line of ['@example.com#{{code}}', '@example.com {{code}}', '@example.com #{{code}}.x y'])
      expect(codesOf(`Code {{code}}\n${line}`), line).to.deep.equal(['autofill_line_malformed'])
  })

  it("name an app's hash of another length", () => {
    expect(codesOf('<#> Code {{code}}\nFA+9qCX9VS')).to.deep.equal(['app_hash_malformed'])
    expect(codesOf('Code {{code}}\nFA+9qCX9VSux')).to.deep.equal(['app_hash_malformed'])
    expect(codesOf('<#> Your code is {{code}}')).to.deep.equal(['app_hash_malformed'])
  })

  it('name a text of more than 140 octets with its examples', () => {
    const filled = (octets: number) => `${'x'.repeat(octets - 7 - 12)} {{code}}\n${HASH}`
    expect(codesOf(filled(140))).to.deep.equal([])
    expect(codesOf(filled(141))).to.deep.equal(['autofill_too_long'])
    expect(codesOf(`${'é'.repeat(61)} {{code}}\n${HASH}`)).to.deep.equal(['autofill_too_long'])
    expect(codesOf(`${'x'.repeat(200)} {{code}}`)).to.deep.equal([])
  })

  it('are for codes by SMS only', () => {
    const text = '@example.com #{{code}}\nDo not share it.'
    expect(codesOf(text, { category: 'transactional' })).to.deep.equal([])
    expect(codesOf(text, { content: { channel: 'whatsapp', text } })).to.deep.equal([])
  })
})
