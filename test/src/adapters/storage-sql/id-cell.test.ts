import { Buffer } from 'node:buffer'
import { decodeId, encodeId, ID_PREFIXES, type Id } from '@postrider/core/kernel/ids/id'
import { idCell, idOf } from '@postrider/storage-sql/cells/id-cell'
import { expect } from 'chai'
import fc from 'fast-check'

const anId = fc
  .record({ prefix: fc.constantFrom(...ID_PREFIXES), bytes: fc.uint8Array({ minLength: 16, maxLength: 16 }) })
  .map(({ prefix, bytes }) => ({ prefix, bytes, id: encodeId(prefix, bytes) }))

describe('Identifiers in the database', () => {
  it('are the bytes that the core decodes', () => {
    fc.assert(
      fc.property(anId, ({ prefix, bytes, id }) => {
        expect(idCell(id)).to.equal(Buffer.from(bytes).toString('hex'))
        expect(decodeId(prefix, id)).to.deep.equal(bytes)
      }),
    )
  })

  it('are returned unchanged', () => {
    fc.assert(
      fc.property(anId, ({ prefix, id }) => {
        expect(idOf(prefix, idCell(id))).to.equal(id)
      }),
    )
  })

  it('keep their order', () => {
    fc.assert(
      fc.property(anId, anId, ({ bytes }, { bytes: others }) => {
        const [one, other] = [encodeId('msg', bytes), encodeId('msg', others)]
        expect(idCell(one) < idCell(other)).to.equal(one < other)
      }),
    )
  })

  it("are refused if the core wouldn't decode them", () => {
    const good = encodeId('msg', new Uint8Array(16))
    const bad = [
      good.slice(0, -1),
      `${good}0`,
      good.replace(/.$/, 'u'),
      good.replace(/.$/, 'é'),
      good.replace(/.$/, "'"),
      good.replace('msg_0', 'msg_8'),
      good.replace(/0(.{3})$/, 'A$1'),
    ] as Id[]
    for (const id of bad) {
      expect(decodeId('msg', id)).to.equal(undefined)
      expect(() => idCell(id)).to.throw('not an identifier')
    }
  })
})
