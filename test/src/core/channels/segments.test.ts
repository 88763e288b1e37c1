import { expect } from 'chai'
import fc from 'fast-check'
import { gsm7Septets } from '@postrider/core/channels/sms/gsm7'
import { smsLayout, smsParts } from '@postrider/core/channels/sms/segments'
import { check } from '../check.js'

const gsm7 = (segments: number) => ({ encoding: 'gsm7', segments })
const ucs2 = (segments: number) => ({ encoding: 'ucs2', segments })

/** Fills parts one by one, in the slowest and plainest way. */
const countPlainly = (pieces: readonly number[], single: number, part: number): number => {
  const total = pieces.reduce((sum, size) => sum + size, 0)
  if (total <= single) return 1
  const parts: number[] = [0]
  for (const size of pieces) {
    const last = parts[parts.length - 1] ?? 0
    if (last + size > part) parts.push(size)
    else parts[parts.length - 1] = last + size
  }
  return parts.length
}

describe('The GSM-7 alphabet', () => {
  it('has 127 characters of one septet and 10 of two', () => {
    const costs = Array.from({ length: 65_536 }, (_, unit) => gsm7Septets(unit))
    expect(costs.filter((cost) => cost === 1)).to.have.length(127)
    expect(costs.filter((cost) => cost === 2)).to.have.length(10)
  })

  it('has neither the backtick nor the small c with cedilla', () => {
    for (const character of '`çáΆ’') expect(gsm7Septets(character.charCodeAt(0))).to.equal(0)
  })
})

describe('The segments of an SMS', () => {
  const rows: ReadonlyArray<readonly [string, string, object]> = [
    ['an empty text', '', gsm7(1)],
    ['160 GSM-7 characters', 'a'.repeat(160), gsm7(1)],
    ['161 GSM-7 characters', 'a'.repeat(161), gsm7(2)],
    ['306 GSM-7 characters, two full parts', 'a'.repeat(306), gsm7(2)],
    ['307 GSM-7 characters', 'a'.repeat(307), gsm7(3)],
    ['80 extension characters', '€'.repeat(80), gsm7(1)],
    ['79 extension characters and two plain ones', `${'€'.repeat(79)}aa`, gsm7(1)],
    ['80 extension characters and a plain one', `${'€'.repeat(80)}a`, gsm7(2)],
    ['153 extension characters, at 76 per part', '€'.repeat(153), gsm7(3)],
    [
      'an extension character that would straddle two parts',
      `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      gsm7(3),
    ],
    ['an extension character that just fits', `${'a'.repeat(151)}€${'a'.repeat(153)}`, gsm7(2)],
    ['70 UCS-2 units', 'я'.repeat(70), ucs2(1)],
    ['71 UCS-2 units', 'я'.repeat(71), ucs2(2)],
    ['134 UCS-2 units, two full parts', 'я'.repeat(134), ucs2(2)],
    ['135 UCS-2 units', 'я'.repeat(135), ucs2(3)],
    ['35 emoji', '😀'.repeat(35), ucs2(1)],
    ['36 emoji', '😀'.repeat(36), ucs2(2)],
    ['an emoji that would straddle two parts', `${'я'.repeat(66)}😀${'я'.repeat(66)}`, ucs2(3)],
    ['67 emoji, at 33 per part', '😀'.repeat(67), ucs2(3)],
    ['one character outside GSM-7 in a long text', `${'a'.repeat(159)}ç`, ucs2(3)],
  ]
  for (const [what, text, layout] of rows) {
    it(`of ${what}`, () => {
      expect(smsLayout(text)).to.deep.equal(layout)
    })
  }

  it('match a naive count for any mixture', () => {
    const mixture = fc.array(fc.constantFrom('a', '€', '{', '\n', 'é', '@'), { maxLength: 700 })
    check(
      fc.property(mixture, (characters) => {
        const pieces = characters.map((one) => gsm7Septets(one.charCodeAt(0)))
        expect(smsLayout(characters.join(''))).to.deep.equal(gsm7(countPlainly(pieces, 160, 153)))
      }),
    )
    const wide = fc.array(fc.constantFrom('a', 'я', '😀', '€'), { maxLength: 400 })
    check(
      fc.property(wide, (characters) => {
        const all = ['я', ...characters]
        const pieces = all.map((one) => one.length)
        expect(smsLayout(all.join(''))).to.deep.equal(ucs2(countPlainly(pieces, 70, 67)))
      }),
    )
  })
})

describe('The parts of an SMS', () => {
  const septets = (part: string): number =>
    [...part].reduce((sum, one) => sum + gsm7Septets(one.charCodeAt(0)), 0)

  /**
   * Checks that there are as many parts as are charged, that they add up to the text, and that each has whole
   * characters and fits.
   */
  const checkParts = (text: string): void => {
    const { encoding, segments } = smsLayout(text)
    const parts = smsParts(text)
    expect(parts).to.have.length(segments)
    expect(parts.join('')).to.equal(text)
    const isAlone = segments === 1
    for (const part of parts) {
      const size = encoding === 'gsm7' ? septets(part) : part.length
      const room = encoding === 'gsm7' ? (isAlone ? 160 : 153) : isAlone ? 70 : 67
      expect(size).to.be.at.most(room)
      expect(part.length > 0 || text === '').to.equal(true)
      expect(part).not.to.match(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/)
    }
  }

  it('match the charged segments for every text', () => {
    const gsm = fc.array(fc.constantFrom('a', '€', '{', '\n', 'é', '@'), { maxLength: 900 })
    const wide = fc.array(fc.constantFrom('a', 'я', '😀', '€', 'न', '`'), { maxLength: 500 })
    const any = fc.string({ unit: 'grapheme', maxLength: 600 })
    for (const texts of [gsm.map((all) => all.join('')), wide.map((all) => all.join('')), any])
      check(fc.property(texts, checkParts))
  })

  it('break only at the limit, and never within a character', () => {
    expect(smsParts('')).to.deep.equal([''])
    expect(smsParts('a'.repeat(161)).map((part) => part.length)).to.deep.equal([153, 8])
    expect(smsParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)[1]).to.equal(`€${'a'.repeat(151)}`)
    expect(smsParts(`${'я'.repeat(66)}😀${'я'.repeat(66)}`)[1]?.startsWith('😀')).to.equal(true)
  })
})
