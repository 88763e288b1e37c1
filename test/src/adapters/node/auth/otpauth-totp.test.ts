import { expect } from 'chai'
import fc from 'fast-check'
import { createTotp } from '@postrider/node/auth/otpauth-totp'
import { totpCodeOf } from '../../../builders/hand-totp.js'

const totp = createTotp()

/** The secret of RFC 6238's test vectors: the ASCII digits 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('Time-based codes', () => {
  it('match RFC 6238', () => {
    const vectors: ReadonlyArray<readonly [number, string]> = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ]
    for (const [seconds, code] of vectors) {
      expect(totp.stepOf(SECRET, code, seconds * 1000)).to.equal(Math.floor(seconds / 30))
    }
  })

  it('belong to the present or the previous step, and to no earlier or future one', () => {
    const steps = fc.integer({ min: 50_000_000, max: 80_000_000 })
    fc.assert(
      fc.property(steps, fc.integer({ min: -3, max: 3 }), fc.nat(29_999), (step, away, intoMs) => {
        const { secret } = totp.create('ada@example.com')
        const nowMs = (step + away) * 30_000 + intoMs
        const found = totp.stepOf(secret, totpCodeOf(secret, step), nowMs)
        // One code in a million is also that of another step.
        expect(found === step).to.equal(away === 0 || away === 1)
      }),
    )
  })

  it('are six digits and nothing else', () => {
    const now = 59_000
    for (const code of [
      '',
      '28708',
      '0287082',
      '287082\n',
      ' 287082',
      '287 082',
      '28708２',
      '２８７０８２',
    ]) {
      expect(totp.stepOf(SECRET, code, now)).to.equal(undefined)
    }
    expect(totp.stepOf(SECRET, '287083', now)).to.equal(undefined)
  })

  it('use a new secret of 160 bits each time', () => {
    const secrets = Array.from({ length: 50 }, () => totp.create('ada@example.com').secret)
    for (const secret of secrets) expect(secret).to.match(/^[A-Z2-7]{32}$/)
    expect(new Set(secrets).size).to.equal(secrets.length)
  })

  it('have a URI for authenticator apps with the account and all parameters', () => {
    const { secret, uri } = totp.create('ada+a:b&c@example.com')
    const { protocol, host, pathname, searchParams } = new URL(uri)
    expect([protocol, host]).to.deep.equal(['otpauth:', 'totp'])
    expect(pathname).to.equal('/Postrider:ada%2Ba%3Ab%26c%40example.com')
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      issuer: 'Postrider',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
