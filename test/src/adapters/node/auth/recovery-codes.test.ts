import { expect } from 'chai'
import fc from 'fast-check'
import { createTotp } from '@postrider/node/auth/otpauth-totp'

const totp = createTotp()
const GROUPED = /^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/

describe('Recovery codes', () => {
  it('are ten, all different, in groups that can be read out', () => {
    const codes = totp.recoveryCodes()
    expect(codes).to.have.length(10)
    for (const { code } of codes) expect(code).to.match(GROUPED)
    expect(new Set(codes.map(({ code }) => code)).size).to.equal(10)
  })

  it("are stored as digests that don't show them", () => {
    for (const { code, verifier } of totp.recoveryCodes()) {
      expect(verifier).to.match(/^[0-9a-f]{64}$/)
      expect(totp.recoveryVerifierOf(code)).to.equal(verifier)
      expect(totp.recoveryVerifierOf(verifier)).to.equal(undefined)
    }
  })

  it('use every character of the alphabet equally often', () => {
    const counts = new Map<string, number>()
    for (let run = 0; run < 200; run += 1) {
      for (const character of totp
        .recoveryCodes()
        .map(({ code }) => code)
        .join('')
        .replaceAll('-', '')) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    const expected = (200 * 10 * 28) / 32
    expect(counts.size).to.equal(32)
    for (const count of counts.values()) expect(count).to.be.within(expected * 0.85, expected * 1.15)
  })

  it('match in any case, with any spaces and hyphens', () => {
    const between = fc.constantFrom('', ' ', '-', '\t', '\u00a0', '\u2013', '\u2011')
    const typing = fc.array(fc.tuple(fc.boolean(), between), { minLength: 28, maxLength: 28 })
    fc.assert(
      fc.property(typing, (typed) => {
        const [first] = totp.recoveryCodes()
        const text = [...(first?.code.replaceAll('-', '') ?? '')]
          .map((character, at) => {
            const [upper, after] = typed[at] ?? [false, '']
            return (upper ? character.toUpperCase() : character) + after
          })
          .join('')
        expect(totp.recoveryVerifierOf(text)).to.equal(first?.verifier)
      }),
    )
  })

  it('are read with the letter O as a zero and with I or L as a one', () => {
    const code = '0o0o-1i1l-0000-1111-0000-1111-OIL0'
    expect(totp.recoveryVerifierOf(code)).to.equal(totp.recoveryVerifierOf('0000111100001111000011110110'))
    expect(totp.recoveryVerifierOf(code)).not.to.equal(undefined)
  })

  it("don't match with a wrong, additional or missing character", () => {
    const code = '0000-1111-2222-3333-4444-5555-6666'
    const others = [
      '',
      code.slice(1),
      `${code}7`,
      code.replace('3', 'u'),
      code.replace('3', '_'),
      code.repeat(2),
    ]
    for (const text of [...others, `${' '.repeat(1e6)}${code}`]) {
      expect(totp.recoveryVerifierOf(text)).to.equal(undefined)
    }
  })

  it('have different digests when one character differs', () => {
    const [first] = totp.recoveryCodes()
    const code = first?.code ?? ''
    const last = code.endsWith('0') ? '2' : '0'
    expect(totp.recoveryVerifierOf(code.slice(0, -1) + last)).not.to.equal(first?.verifier)
  })
})
