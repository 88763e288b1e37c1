import { expect } from 'chai'
import fc from 'fast-check'
import {
  breaker,
  COUNTING_SLICE_MS,
  type PrefixBlock,
  type PrefixCount,
  prefixKey,
  sliceOf,
} from '@postrider/core/otp/domain/breaker'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../check.js'

const HOUR_MS = 3_600_000
const SLICE_MS = 60_000
const of = { appId: fresh.id('app'), prefix: '+9198765' }

/** The sends and verifications in a slice that started this number of slices before the present one. */
const slice = (sends: number, verified = 0, before = 0): PrefixCount => ({
  ...of,
  sliceMs: sliceOf(NOW_MS) - before * SLICE_MS,
  sends,
  verified,
})

const aBlock = (overrides: Partial<PrefixBlock> = {}): PrefixBlock => ({
  ...of,
  blockedAtMs: NOW_MS - HOUR_MS,
  untilMs: NOW_MS + 11 * HOUR_MS,
  sends: 30,
  verified: 0,
  liftedAtMs: undefined,
  ...overrides,
})

const verdict = (counts: readonly PrefixCount[], block?: PrefixBlock, nowMs = NOW_MS): string =>
  breaker(of, { counts, block }, nowMs)._tag

const CASES: ReadonlyArray<readonly [string, readonly PrefixCount[], string]> = [
  ['29 sends, none verified', [slice(29)], 'Pass'],
  ['30 sends, none verified', [slice(30)], 'Trip'],
  ['30 sends, exactly a tenth verified', [slice(30, 3)], 'Pass'],
  ['30 sends, under a tenth verified', [slice(30, 2)], 'Trip'],
  ['31 sends, three verified', [slice(31, 3)], 'Trip'],
  ['70 sends, exactly a tenth verified', [slice(70, 7)], 'Pass'],
  ['sends in several slices of the hour', [slice(10), slice(10, 0, 3), slice(10, 0, 60)], 'Trip'],
  ['verifications in another slice than most sends', [slice(29), slice(1, 3, 2)], 'Pass'],
  ['sends in a slice that ended over an hour ago', [slice(29), slice(9, 0, 61)], 'Pass'],
  ['verifications in a slice that ended over an hour ago', [slice(30), slice(9, 9, 61)], 'Trip'],
]

describe('The SMS pumping breaker', () => {
  for (const [what, counts, expected] of CASES) {
    it(`${expected === 'Trip' ? 'trips at' : 'allows'} ${what}`, () => {
      expect(verdict(counts)).to.equal(expected)
    })
  }

  it('allows sends without any counts', () => {
    expect(breaker(of, undefined, NOW_MS)).to.deep.equal({ _tag: 'Pass' })
  })

  it('counts a slice until an hour after its end, so that it includes every send of the hour', () => {
    const counts = [slice(30)]
    const endMs = sliceOf(NOW_MS) + SLICE_MS + HOUR_MS
    expect(verdict(counts, undefined, endMs - 1)).to.equal('Trip')
    expect(verdict(counts, undefined, endMs)).to.equal('Pass')
  })

  it('blocks for 12 hours and records the cause', () => {
    expect(breaker(of, { counts: [slice(20), slice(15, 3, 1)], block: undefined }, NOW_MS)).to.deep.equal({
      _tag: 'Trip',
      block: {
        ...of,
        blockedAtMs: NOW_MS,
        untilMs: NOW_MS + 12 * HOUR_MS,
        sends: 35,
        verified: 3,
        liftedAtMs: undefined,
      },
    })
  })

  it('keeps a block until its end, even if codes are verified meanwhile', () => {
    const block = aBlock()
    expect(verdict([slice(30, 30)], block, block.untilMs - 1)).to.equal('Blocked')
    expect(verdict([], block, block.untilMs)).to.equal('Pass')
  })

  it('trips again after a block has ended', () => {
    const block = aBlock({ untilMs: NOW_MS })
    expect(verdict([slice(30)], block)).to.equal('Trip')
  })

  it('allows sends after the block is lifted, and ignores earlier ones', () => {
    const lifted = aBlock({ liftedAtMs: sliceOf(NOW_MS) - SLICE_MS + 1 })
    expect(verdict([slice(100, 0, 1)], lifted)).to.equal('Pass')
    expect(verdict([slice(29), slice(100, 0, 1)], lifted)).to.equal('Pass')
    expect(verdict([slice(30), slice(100, 0, 1)], lifted)).to.equal('Trip')
  })

  it('reads at most an hour, however long ago a block was lifted', () => {
    const lifted = aBlock({ liftedAtMs: NOW_MS - 5 * HOUR_MS })
    expect(verdict([slice(29), slice(30, 0, 61)], lifted)).to.equal('Pass')
  })

  it('trips exactly at 30 sends with under a tenth verified', () => {
    check(
      fc.property(fc.nat(200), fc.nat(30), (sends, verified) => {
        const expected = sends >= 30 && verified * 10 < sends ? 'Trip' : 'Pass'
        expect(verdict([slice(sends, verified)])).to.equal(expected)
      }),
      1_000,
    )
  })
})

describe('A slice of time', () => {
  it('is a minute long and identified by its start', () => {
    expect(COUNTING_SLICE_MS).to.equal(SLICE_MS)
    const startMs = Date.UTC(2026, 0, 15, 12, 5)
    expect([startMs, startMs + SLICE_MS - 1].map(sliceOf)).to.deep.equal([startMs, startMs])
    expect([startMs - 1, startMs + SLICE_MS].map(sliceOf)).to.deep.equal([
      startMs - SLICE_MS,
      startMs + SLICE_MS,
    ])
  })
})

describe('The key of a prefix', () => {
  it('differs between apps and between prefixes', () => {
    const keys = [of, { ...of, prefix: '+9198764' }, { ...of, appId: fresh.id('app') }].map(prefixKey)
    expect(new Set(keys).size).to.equal(3)
    expect(prefixKey({ ...of })).to.equal(prefixKey(of))
  })
})
