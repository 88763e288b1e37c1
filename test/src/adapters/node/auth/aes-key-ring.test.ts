import { expect } from 'chai'
import fc from 'fast-check'
import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { unknownKey } from '@postrider/core/kernel/ids/key-id'
import { E } from '@postrider/core/fp'

const older = parseMasterKey(newMasterKey())
const newer = parseMasterKey(newMasterKey())
const ring = createKeyRing({ current: older })
const PLACE = 'provider_accounts|pac_1|secrets'
const PLACE_OTHER = 'provider_accounts|pac_2|secrets'

describe('The key ring', () => {
  it('opens what it sealed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, place) => {
        expect(ring.open(ring.seal(plain, place, undefined), place)).to.deep.equal(E.right(plain))
      }),
    )
  })

  it('shows nothing of the text and never seals it the same way twice', () => {
    const first = ring.seal('hunter2-hunter2', PLACE, undefined)
    const parts = first.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect([first, ...parts].some((part) => part.includes('hunter2'))).to.equal(false)
    expect(ring.seal('hunter2-hunter2', PLACE, undefined)).not.to.equal(first)
  })

  it('names the key, so that old texts open after a key change and new ones need only the new key', () => {
    const sealedBefore = ring.seal('kept', PLACE, undefined)
    expect(sealedBefore.split('.').slice(0, 2)).to.deep.equal(['v1', older.id])
    const changed = createKeyRing({ current: newer, previous: [older] })
    expect(changed.open(sealedBefore, PLACE)).to.deep.equal(E.right('kept'))
    expect(changed.keyOf(sealedBefore)).to.equal(older.id)
    expect(changed.keyOf(changed.seal('for others', PLACE, older.id))).to.equal(older.id)
    const sealedAfter = changed.seal('fresh', PLACE, undefined)
    expect(createKeyRing({ current: newer }).open(sealedAfter, PLACE)).to.deep.equal(E.right('fresh'))
    expect(createKeyRing({ current: newer }).open(sealedBefore, PLACE)).to.deep.equal(
      E.left(unknownKey(older.id)),
    )
  })

  it('seals a text again with another key, for the same place, without opening it', () => {
    const before = ring.seal('kept', PLACE, undefined)
    const changed = createKeyRing({ current: newer, previous: [older] })
    const anew = changed.sealAnew(before, newer.id)
    if (E.isLeft(anew)) throw new Error('it was not sealed anew')
    const alone = createKeyRing({ current: newer })
    expect(alone.keyOf(anew.right)).to.equal(newer.id)
    expect(alone.open(anew.right, PLACE)).to.deep.equal(E.right('kept'))
    expect(() => alone.open(anew.right, PLACE_OTHER)).to.throw(PLACE_OTHER)
    expect(alone.sealAnew(before, newer.id)).to.deep.equal(E.left(unknownKey(older.id)))
    expect(() => changed.sealAnew(before, 'nobody')).to.throw('nobody is not in the key ring')
  })

  it("doesn't open a text in another place", () => {
    expect(() => ring.open(ring.seal('secret', PLACE, undefined), PLACE_OTHER)).to.throw(PLACE_OTHER)
  })

  const isOpened = (text: string): boolean => {
    try {
      return E.isRight(ring.open(text, PLACE))
    } catch {
      return false
    }
  }

  it("doesn't open a text with one character changed, added or missing", () => {
    const sealed = ring.seal('a secret of some length', PLACE, undefined)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'Aa0_-.+'), (at, character) => {
        fc.pre(sealed[at] !== character)
        const changed = [
          sealed.slice(0, at) + character + sealed.slice(at + 1),
          sealed.slice(0, at) + character + sealed.slice(at),
          sealed.slice(0, at) + sealed.slice(at + 1),
        ]
        for (const text of changed) if (text !== sealed) expect(isOpened(text)).to.equal(false)
      }),
      { numRuns: 500 },
    )
  })

  it("reveals neither the text nor a key when it doesn't open", () => {
    const sealed = ring.seal('hunter2', PLACE, undefined)
    try {
      ring.open(`${sealed.slice(0, -2)}AA`, PLACE)
      expect.fail('it opened')
    } catch (error) {
      expect(String(error)).not.to.contain('hunter2')
      expect(String(error)).not.to.contain(older.key.toString('base64'))
    }
  })

  it('refuses keys of another length and two keys with one name', () => {
    const short = { id: 'a', key: Buffer.alloc(16) }
    expect(() => createKeyRing({ current: short })).to.throw('16 bytes')
    const twin = { id: older.id, key: newer.key }
    expect(() => createKeyRing({ current: older, previous: [twin] })).to.throw(older.id)
  })
})

describe('A master key', () => {
  it("has an id that depends only on the key and doesn't show it", () => {
    const text = newMasterKey()
    expect(parseMasterKey(` ${text}\n`)).to.deep.equal(parseMasterKey(text))
    expect(parseMasterKey(newMasterKey()).id).not.to.equal(parseMasterKey(text).id)
    expect(parseMasterKey(text).id).to.match(/^[0-9a-f]{16}$/)
  })

  it('is refused unless it is 32 bytes in base64, without being repeated in the error', () => {
    const wrong = ['', 'hunter2', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')]
    for (const text of [...wrong, Buffer.alloc(32, 1).toString('hex'), `${newMasterKey()}=`]) {
      expect(() => parseMasterKey(text)).to.throw('32 bytes in base64')
    }
    expect(() => parseMasterKey('hunter2')).not.to.throw('hunter2')
  })
})
