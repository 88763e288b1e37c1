import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createOtpCodes } from '@postrider/node/auth/hmac-otp-codes'
import type { ChallengeId } from '@postrider/core/kernel/ids/id'

const aKey = (id: string) => ({ id, key: randomBytes(32) })

const CHALLENGE: ChallengeId = 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd'
const ANOTHER: ChallengeId = 'otp_01k9x7c2v5n8q4r6t0w3y1z5be'

/** The upper 0.1 % point of the chi-square distribution with 9 degrees of freedom. */
const CHI_SQUARE_9 = 27.88

describe('OTPs by HMAC', () => {
  const otpCodes = createOtpCodes({ current: aKey('one') })

  it('draws the requested number of digits, with leading zeros', () => {
    for (const length of [4, 6, 10]) expect(otpCodes.draw(length)).to.match(new RegExp(`^[0-9]{${length}}$`))
    const firsts = new Set(Array.from({ length: 400 }, () => otpCodes.draw(4).slice(0, 1)))
    expect([...firsts].toSorted().join('')).to.equal('0123456789')
  })

  it('draws every digit equally often at every position', () => {
    const drawn = Array.from({ length: 20_000 }, () => otpCodes.draw(4))
    for (const place of [0, 1, 2, 3]) {
      const counts = new Map<string, number>()
      for (const code of drawn) counts.set(code[place] ?? '', (counts.get(code[place] ?? '') ?? 0) + 1)
      const expected = drawn.length / 10
      const chiSquare = [...counts.values()].reduce(
        (sum, count) => sum + (count - expected) ** 2 / expected,
        0,
      )
      // Four tests at 0.1 % each, with a margin that makes a false alarm rarer than one in a million runs.
      expect(chiSquare).to.be.below(CHI_SQUARE_9 + 20)
    }
  })

  it('recognizes a code of its challenge and no other', () => {
    const mac = otpCodes.macOf(CHALLENGE, '012345', undefined)
    expect(mac).to.match(/^[0-9a-f]{64}$/)
    expect(otpCodes.matches(CHALLENGE, '012345', mac)).to.equal(true)
    expect(otpCodes.matches(CHALLENGE, '012346', mac)).to.equal(false)
    expect(otpCodes.matches(ANOTHER, '012345', mac)).to.equal(false)
  })

  it('recognizes nothing without a mac, or with an incomplete one', () => {
    expect(otpCodes.matches(CHALLENGE, '012345', undefined)).to.equal(false)
    expect(otpCodes.matches(CHALLENGE, '012345', 'ab')).to.equal(false)
  })

  it('recognizes codes of an earlier key while it is kept, and not without it', () => {
    const [old, present] = [aKey('old'), aKey('present')]
    const mac = createOtpCodes({ current: old }).macOf(CHALLENGE, '1234', undefined)
    expect(createOtpCodes({ current: present, previous: [old] }).matches(CHALLENGE, '1234', mac)).to.equal(
      true,
    )
    expect(createOtpCodes({ current: present }).matches(CHALLENGE, '1234', mac)).to.equal(false)
  })

  it('recognizes the codes that an earlier release has stored', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
    const mac = '3e469c68784061a8b679f0c6b415a719a72b280358ef8e061a3961c220529b44'
    const kept = createOtpCodes({ current: { id: 'counting', key } })
    expect(kept.macOf(CHALLENGE, '012345', undefined)).to.equal(mac)
    expect(kept.matches(CHALLENGE, '012345', mac)).to.equal(true)
  })
})
