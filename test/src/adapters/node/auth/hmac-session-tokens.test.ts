import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { checksum } from '@postrider/node/auth/checksum'
import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
import { encodeId } from '@postrider/core/kernel/ids/id'
import type { TokenKind } from '@postrider/core/identity/ports/session-tokens'

const aKey = () => ({ id: 'one', key: randomBytes(32) })
const current = aKey()
const tokens = createSessionTokens({ current })

const KINDS: readonly TokenKind[] = ['access', 'refresh', 'link', 'operator', 'person', 'ticket']
const SESSION = 'ses_01k9x7c2v5n8q4r6t0w3y1z5bd'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const sessions = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => encodeId('ses', bytes))
const generations = fc.nat()

/** A token of any kind, and its parts. */
const anyToken = fc
  .tuple(fc.constantFrom(...KINDS), sessions, generations)
  .map(([kind, session, generation]) => ({
    kind,
    ...(kind === 'access' || kind === 'refresh'
      ? tokens.derive(kind, session, generation, undefined)
      : tokens.create(kind)),
  }))

describe('Session tokens', () => {
  it('have a form that secret scanners recognize', () => {
    expect(tokens.derive('access', SESSION, 0, undefined).token).to.match(/^prat_[0-9A-Za-z]{49}$/)
    expect(tokens.derive('refresh', SESSION, 0, undefined).token).to.match(/^prrt_[0-9A-Za-z]{49}$/)
    expect(tokens.create('link').token).to.match(/^prlt_[0-9A-Za-z]{49}$/)
    expect(tokens.create('operator').token).to.match(/^prot_[0-9A-Za-z]{49}$/)
    expect(tokens.create('person').token).to.match(/^prpt_[0-9A-Za-z]{49}$/)
    expect(tokens.create('ticket').token).to.match(/^prkt_[0-9A-Za-z]{49}$/)
  })

  it('are read as their own verifier, and never as another kind', () => {
    fc.assert(
      fc.property(anyToken, ({ kind, token, verifier }) => {
        expect(verifier).to.equal(sha256(token.slice(5, 48)))
        for (const each of KINDS) {
          expect(tokens.verifierOf(each, token)).to.equal(each === kind ? verifier : undefined)
        }
      }),
    )
  })

  it('keep their kind when the prefix is changed', () => {
    const { token } = tokens.derive('access', SESSION, 1, undefined)
    for (const [kind, prefix] of [
      ['refresh', 'prrt_'],
      ['link', 'prlt_'],
      ['operator', 'prot_'],
      ['person', 'prpt_'],
      ['ticket', 'prkt_'],
    ] as const) {
      expect(tokens.verifierOf(kind, prefix + token.slice(5))).to.equal(undefined)
    }
  })

  it('are the same each time they are derived, in every process with the key', () => {
    const elsewhere = createSessionTokens({ current: { ...current } })
    fc.assert(
      fc.property(
        fc.constantFrom('access', 'refresh'),
        sessions,
        generations,
        (kind, session, generation) => {
          const again = elsewhere.derive(kind, session, generation, undefined)
          expect(again).to.deep.equal(tokens.derive(kind, session, generation, undefined))
        },
      ),
    )
  })

  it('are derived like in earlier releases', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
    const kept = createSessionTokens({ current: { id: 'counting', key } })
    expect(kept.derive('access', SESSION, 7, undefined).token).to.equal(
      'prat_COGOIYkdt2NhueU1tsDV4Y3W0GJkRI72Px6jWzGE8QP3eOBrj',
    )
    expect(kept.derive('refresh', SESSION, 7, undefined).token).to.equal(
      'prrt_7RGimYgyeJkNdbt8MbNIlNXs3jrcjTOFUVMSfsGLZyN0QwLN8',
    )
  })

  it('differ by kind, session, generation and master key', () => {
    const secretOf = ({ token }: { token: string }): string => token.slice(5, 48)
    const of = fc.record({ kind: fc.constantFrom('access' as const, 'refresh' as const), session: sessions, generation: generations }) // prettier-ignore
    fc.assert(
      fc.property(of, of, (one, other) => {
        const same =
          one.kind === other.kind && one.session === other.session && one.generation === other.generation
        const first = secretOf(tokens.derive(one.kind, one.session, one.generation, undefined))
        expect(
          secretOf(tokens.derive(other.kind, other.session, other.generation, undefined)) === first,
        ).to.equal(same)
      }),
    )
    const first = secretOf(tokens.derive('access', SESSION, 1, undefined))
    const others = [
      tokens.derive('refresh', SESSION, 1, undefined),
      tokens.derive('access', SESSION, 2, undefined),
      tokens.derive('access', 'ses_01k9x7c2v5n8q4r6t0w3y1z5be', 1, undefined),
      createSessionTokens({ current: aKey() }).derive('access', SESSION, 1, undefined),
    ]
    for (const other of others) expect(secretOf(other)).not.to.equal(first)
  })

  it('separate the end of a session from the start of a generation', () => {
    expect(tokens.derive('access', 'ses_a1', 2, undefined)).not.to.deep.equal(
      tokens.derive('access', 'ses_a', 12, undefined),
    )
  })

  it('are never created twice', () => {
    const created = Array.from({ length: 200 }, () => tokens.create('link').token)
    expect(new Set(created).size).to.equal(created.length)
  })

  it('are refused with one character changed, added or missing', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ -é\n'
    fc.assert(
      fc.property(anyToken, fc.nat(53), fc.constantFrom(...alphabet), ({ kind, token }, at, character) => {
        fc.pre(token[at] !== character)
        const changed = [
          token.slice(0, at) + character + token.slice(at + 1),
          token.slice(0, at) + character + token.slice(at),
          token.slice(0, at) + token.slice(at + 1),
        ]
        for (const text of changed) expect(tokens.verifierOf(kind, text)).to.equal(undefined)
      }),
      { numRuns: 500 },
    )
  })

  it('are refused in another form, though the checksum is right', () => {
    for (const secret of ['A'.repeat(42), 'A'.repeat(44), '-'.repeat(43), `${'A'.repeat(42)}_`, '']) {
      const unsummed = `prat_${secret}`
      expect(tokens.verifierOf('access', unsummed + checksum(unsummed)), secret).to.equal(undefined)
    }
  })

  it('are refused if they are anything else', () => {
    const { token } = tokens.create('link')
    const others = ['', 'prlt_', ` ${token}`, `${token}\n`, token.toLowerCase(), 'x'.repeat(1e6)]
    for (const text of others) expect(tokens.verifierOf('link', text)).to.equal(undefined)
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.string(), (kind, text) => {
        expect(tokens.verifierOf(kind, text)).to.equal(undefined)
      }),
    )
  })
})
