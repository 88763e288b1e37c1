import { createHash } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { createBearerSecrets } from '@postrider/node/auth/bearer-secrets'

const secrets = createBearerSecrets()

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('Bearer secrets', () => {
  it('have the form that secret scanners know', () => {
    for (const environment of ['test', 'production'] as const) {
      const { bearer, selector } = secrets.create(environment)
      expect(bearer).to.match(/^pr_(test|production)_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$/)
      expect(bearer.startsWith(`pr_${environment}_${selector}_`)).to.equal(true)
    }
  })

  it('convert back to their parts, and the verifier is the SHA-256 of the secret', () => {
    for (let run = 0; run < 200; run += 1) {
      const { bearer, selector, verifier } = secrets.create('production')
      const parsed = secrets.parse(bearer)
      expect(parsed).to.include({ kind: 'production', selector })
      expect(sha256(parsed?.secret ?? '')).to.equal(verifier)
      expect(secrets.matches(parsed?.secret ?? '', verifier)).to.equal(true)
    }
  })

  it('contain the CRC-32 of everything before it, as published', () => {
    const body = `pr_test_0123456789abcdef_${'A'.repeat(43)}`
    expect(secrets.parse(`${body}2ilFro`)).to.deep.equal({
      kind: 'test',
      selector: '0123456789abcdef',
      secret: 'A'.repeat(43),
    })
  })

  it('are refused with one character changed, added or missing', () => {
    const { bearer } = secrets.create('test')
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ -é\n'
    fc.assert(
      fc.property(fc.nat(bearer.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(bearer[at] !== character)
        expect(secrets.parse(bearer.slice(0, at) + character + bearer.slice(at + 1))).to.equal(undefined)
        expect(secrets.parse(bearer.slice(0, at) + character + bearer.slice(at))).to.equal(undefined)
        expect(secrets.parse(bearer.slice(0, at) + bearer.slice(at + 1))).to.equal(undefined)
      }),
    )
  })

  it('are refused if they are anything else', () => {
    fc.assert(fc.property(fc.string(), (text) => secrets.parse(text) === undefined))
    const { bearer } = secrets.create('test')
    for (const text of [
      '',
      ` ${bearer}`,
      `${bearer}\n`,
      bearer.replace('test', 'production'),
      'x'.repeat(1e6),
    ]) {
      expect(secrets.parse(text)).to.equal(undefined)
    }
  })

  it("don't match another verifier, a malformed one, or none", () => {
    const { bearer, verifier } = secrets.create('test')
    const secret = secrets.parse(bearer)?.secret ?? ''
    for (const other of [undefined, '', 'zz', verifier.slice(2), secrets.create('test').verifier]) {
      expect(secrets.matches(secret, other)).to.equal(false)
    }
  })

  it('use every base62 character equally often', () => {
    const counts = new Map<string, number>()
    for (let run = 0; run < 3000; run += 1) {
      for (const character of secrets.parse(secrets.create('test').bearer)?.secret ?? '') {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    const expected = (3000 * 43) / 62
    expect(counts.size).to.equal(62)
    for (const count of counts.values()) expect(count).to.be.within(expected * 0.85, expected * 1.15)
  })
})
