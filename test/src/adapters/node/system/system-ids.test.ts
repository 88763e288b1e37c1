import { expect } from 'chai'
import fc from 'fast-check'
import { decodeId, encodeId, isId, ID_PREFIXES } from '@postrider/core/kernel/ids/id'
import { createIds } from '@postrider/node/system/system-ids'

const timeOf = (bytes: Uint8Array): number => bytes.slice(0, 6).reduce((value, byte) => value * 256 + byte, 0)

describe('Identifiers of the system', () => {
  it("have the core's format, with the time of the clock in their first 48 bits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ID_PREFIXES),
        fc.integer({ min: 0, max: 2 ** 48 - 1 }),
        (prefix, nowMs) => {
          const id = createIds({ nowMs: () => nowMs }).next(prefix)
          const bytes = decodeId(prefix, id) ?? new Uint8Array()
          expect(encodeId(prefix, bytes)).to.equal(id)
          expect(timeOf(bytes)).to.equal(nowMs)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('increase strictly within a millisecond, with a clock that stops or goes back, and are never the same', () => {
    let nowMs = 1_700_000_000_000
    const ids = createIds({ nowMs: () => nowMs })
    let last = ''
    for (let count = 0; count < 300_000; count += 1) {
      if (count === 200_000) nowMs -= 5_000
      if (count === 250_000) nowMs += 9_000
      const id = ids.next('msg')
      if (id <= last) throw new Error(`${id} does not come after ${last}`)
      last = id
    }
    expect(isId('msg', last)).to.equal(true)
  })

  it('stay in order when a millisecond has more of them than fit', () => {
    const ids = createIds({ nowMs: () => 5 })
    const times = new Set<number>()
    let last = ''
    for (let count = 0; count < 200_000; count += 1) {
      const id = ids.next('ent')
      if (id <= last) throw new Error(`${id} does not come after ${last}`)
      last = id
      if (count % 50 === 0) times.add(timeOf(decodeId('ent', id) ?? new Uint8Array()))
    }
    expect(times.size).to.be.greaterThan(1)
  })

  it('have random bits at every position after the time', () => {
    const ones = Array.from({ length: 80 }, () => 0)
    for (let run = 0; run < 2000; run += 1) {
      const bytes = decodeId('msg', createIds({ nowMs: () => 1 }).next('msg')) ?? new Uint8Array()
      for (let bit = 0; bit < 80; bit += 1) {
        if (((bytes[6 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) ones[bit] = (ones[bit] ?? 0) + 1
      }
    }
    // The first bit is the room that ids of one millisecond grow into.
    expect(ones[0]).to.equal(0)
    for (const count of ones.slice(1)) expect(count).to.be.within(800, 1200)
  })
})
