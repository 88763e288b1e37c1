import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { createKeyedDigests } from '@postrider/node/auth/hmac-keyed-digests'
import type { DigestPurpose } from '@postrider/core/kernel/ports/keyed-digests'

const aKey = (id: string) => ({ id, key: randomBytes(32) })
const PURPOSES: readonly DigestPurpose[] = [
  'audit',
  'throttle',
  'email',
  'operation',
  'enrolment',
  'recipient',
]

describe('Keyed digests', () => {
  const digests = createKeyedDigests({ current: aKey('one') })

  it('match their purpose and text, and no other', () => {
    const purposes = fc.constantFrom(...PURPOSES)
    fc.assert(
      fc.property(purposes, purposes, fc.string(), fc.string(), (purpose, other, text, different) => {
        const digest = digests.of(purpose, text)
        expect(digest).to.match(/^[0-9a-f]{64}$/)
        expect(digests.matches(purpose, text, digest, 'one')).to.equal(true)
        expect(digests.matches(other, text, digest, 'one')).to.equal(other === purpose)
        expect(digests.matches(purpose, different, digest, 'one')).to.equal(different === text)
      }),
    )
  })

  it("can't be made without the key", () => {
    const text = 'ada@example.com'
    const plain = createHash('sha256').update(text).digest('hex')
    const elsewhere = createKeyedDigests({ current: aKey('one') })
    for (const purpose of PURPOSES) {
      expect([plain, elsewhere.of(purpose, text)]).not.to.include(digests.of(purpose, text))
    }
  })

  it('are the same as in earlier releases with the same key', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
    const kept = createKeyedDigests({ current: { id: 'counting', key } })
    const made = PURPOSES.map((purpose) => kept.of(purpose, 'ada@example.com'))
    expect(made).to.deep.equal([
      '814c0db7abb078e549fddbcbee44dfb4bd319357cec4f77752d250afbf8098fa',
      '0022f4a39b261360ee040f18f8c6948e2dd8212abb7c07e4969d33923d6453f9',
      '042d27bd588ede325534363c6192e8f723af4382b28973eb761b88776d7835c5',
      '1fd1d6912c6869c1206df6b1e4026de0448a5948f6d51797e604f8094b018472',
      'e3990e50da7ff1d33ccb611d5eac9222f10992db090b7e9b7ec2ac9f69349db0',
      '7a695b4f3df57e480ea885426735f57941e4a00e283bce5e028dac67f41c8dd7',
    ])
  })

  it("match an earlier key while it is kept, and are made with the named key or the process's own", () => {
    const [oldest, old, present] = [aKey('oldest'), aKey('old'), aKey('present')]
    const changed = createKeyedDigests({ current: present, previous: [old, oldest] })
    for (const earlier of [old, oldest]) {
      const digest = createKeyedDigests({ current: earlier }).of('audit', 'text')
      expect(changed.matches('audit', 'text', digest, earlier.id)).to.equal(true)
      expect(changed.matches('audit', 'text', digest, present.id)).to.equal(false)
      expect(changed.matches('throttle', 'text', digest, earlier.id)).to.equal(false)
      const alone = createKeyedDigests({ current: present })
      expect(alone.has(earlier.id)).to.equal(false)
      expect(() => alone.matches('audit', 'text', digest, earlier.id)).to.throw('is not in the key ring')
    }
    expect(changed).to.deep.include({ own: 'present', ids: ['present', 'old', 'oldest'] })
    expect(changed.of('audit', 'text', 'old')).to.equal(
      createKeyedDigests({ current: old }).of('audit', 'text'),
    )
    expect(changed.of('audit', 'text')).to.equal(createKeyedDigests({ current: present }).of('audit', 'text'))
  })

  it('no longer match after any change of their text', () => {
    const digest = digests.of('audit', 'text')
    const changed = fc.oneof(
      fc.constantFrom('', digest.toUpperCase(), `${digest}00`, `${digest}zz`, ` ${digest}`, digest.slice(2)),
      fc.constant('0'.repeat(64)),
      fc
        .tuple(fc.nat(63), fc.constantFrom(...'0123456789abcdefA-'))
        .map(([at, character]) => digest.slice(0, at) + character + digest.slice(at + 1)),
    )
    fc.assert(
      fc.property(changed, (text) => {
        fc.pre(text !== digest)
        expect(digests.matches('audit', 'text', text, 'one')).to.equal(false)
      }),
    )
  })
})
