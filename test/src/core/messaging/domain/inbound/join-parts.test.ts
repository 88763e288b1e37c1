import { expect } from 'chai'
import fc from 'fast-check'
import type { StoredInboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import { joinParts, PARTS_WAIT_MS } from '@postrider/core/messaging/domain/inbound/join-parts'
import { aStoredPart } from '@postrider/conformance/builders/an-inbound-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'

const LATER_MS = NOW_MS + 60_000
const MUCH_LATER_MS = LATER_MS + PARTS_WAIT_MS

/** Parts in the order of arrival, a second apart: the letter is the content, the digit the number. */
const arrived = (names: string, total = 2, state: StoredInboundPart['state'] = 'waiting', startMs = NOW_MS) =>
  names.split(' ').map((name, at) =>
    aStoredPart({
      octets: name,
      number: Number(name[1]),
      total,
      state,
      receivedAtMs: startMs + at * 1_000,
    }),
  )

const namesOf = (parts: readonly StoredInboundPart[]): string =>
  parts
    .toSorted((one, other) => one.number - other.number)
    .map(({ octets }) => octets)
    .join(' ')

const textsOf = (parts: readonly StoredInboundPart[], nowMs = LATER_MS): readonly string[] =>
  joinParts(parts, nowMs).texts.map(namesOf)

describe('Joining the parts of inbound texts', () => {
  it('waits for all parts, in any order', () => {
    expect(textsOf(arrived('a3 a1', 3))).to.deep.equal([])
    expect(textsOf(arrived('a3 a1 a2', 3))).to.deep.equal(['a1 a2 a3'])
  })

  it('tells texts with the same reference apart', () => {
    expect(textsOf(arrived('a1 b1'))).to.deep.equal([])
    expect(textsOf(arrived('a1 b1 a2')), 'a or b').to.deep.equal([])
    expect(textsOf(arrived('a1 b1 a2 b2'))).to.deep.equal(['a1 a2', 'b1 b2'])
    expect(textsOf(arrived('a1 a2 b1 b2'))).to.deep.equal(['a1 a2', 'b1 b2'])
  })

  it('gives up part by part while it is ambiguous', () => {
    const parts = [...arrived('a1'), ...arrived('b1 b2', 2, 'waiting', NOW_MS + PARTS_WAIT_MS / 2)]
    expect(textsOf(parts, NOW_MS + PARTS_WAIT_MS)).to.deep.equal(['a1', 'b1 b2'])
  })

  it('gives up after the latest part of an incomplete text', () => {
    const parts = arrived('a1 a3', 3)
    expect(textsOf(parts, NOW_MS + PARTS_WAIT_MS)).to.deep.equal([])
    expect(textsOf(parts, NOW_MS + PARTS_WAIT_MS + 1_000)).to.deep.equal(['a1 a3'])
  })

  it('drops repeats of a joined text, unless all of it comes again', () => {
    const joined = arrived('a1 a2', 2, 'joined')
    const repeat = arrived('a2', 2, 'waiting', LATER_MS)
    expect(joinParts([...joined, ...repeat], LATER_MS)).to.deep.equal({ texts: [], repeats: [] })
    expect(joinParts([...joined, ...repeat], MUCH_LATER_MS)).to.deep.equal({ texts: [], repeats: repeat })
    const next = arrived('a2 b1 b2', 2, 'waiting', LATER_MS)
    expect(textsOf([...joined, ...next]), 'the repeat belongs to no new text').to.deep.equal(['b1 b2'])
    expect(textsOf([...joined, ...arrived('a1 a2', 2, 'waiting', LATER_MS)])).to.deep.equal(['a1 a2'])
  })

  it('completes a text with a part that equals one of an earlier text', () => {
    const parts = [...arrived('a1 a2', 2, 'joined'), ...arrived('b1 a2', 2, 'waiting', LATER_MS)]
    expect(textsOf(parts)).to.deep.equal([])
    expect(textsOf(parts, MUCH_LATER_MS + 1_000)).to.deep.equal(['b1 a2'])
  })

  it('loses no part that came once, and joins none twice', () => {
    const anArrival = fc.record({
      letter: fc.constantFrom('a', 'b', 'c'),
      number: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(anArrival, { minLength: 1, maxLength: 12 }), (arrivals) => {
        const parts = arrived(arrivals.map(({ letter, number }) => `${letter}${number}`).join(' '), 3)
        const { texts, repeats } = joinParts(parts, MUCH_LATER_MS)
        const ended = [...texts.flat(), ...repeats]
        expect(new Set(ended).size).to.equal(ended.length)
        expect(ended).to.have.members(parts)
        const shown = new Set(texts.flat().map(({ octets }) => octets))
        expect([...shown].toSorted()).to.deep.equal(
          [...new Set(parts.map(({ octets }) => octets))].toSorted(),
        )
        for (const text of texts) expect(new Set(text.map(({ number }) => number)).size).to.equal(text.length)
      }),
    )
  })
})
