import { expect } from 'chai'
import fc from 'fast-check'
import {
  decodeUsageCursor,
  encodeUsageCursor,
  type UsageFilter,
} from '@postrider/core/ledger/domain/usage-cursor'
import { checkUsageRange } from '@postrider/core/ledger/domain/usage-range'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { check } from '../../check.js'

const NOW_MS = Date.parse('2026-03-31T12:00:00Z')
const found = (from: string, to: string, nowMs = NOW_MS): readonly string[] =>
  checkUsageRange({ location: 'query', fromMs: Date.parse(from), toMs: Date.parse(to) }, nowMs).map(
    ({ field, code }) => `${field} ${code}`,
  )

describe('A usage range', () => {
  const fine: ReadonlyArray<readonly [string, string]> = [
    ['2026-03-01T00:00:00Z', '2026-03-31T12:00:00Z'],
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z'],
    ['2026-03-31T12:00:00Z', '2026-03-31T12:05:00Z'],
    ['1969-12-01T00:00:00Z', '1969-12-31T00:00:00Z'],
  ]
  for (const [from, to] of fine) {
    it(`can be from ${from} to ${to}`, () => {
      expect(found(from, to)).to.deep.equal([])
    })
  }

  const broken: ReadonlyArray<readonly [string, string, string, string]> = [
    ['leave its UTC month', '2026-01-31T00:00:00Z', '2026-02-01T00:00:00.001Z', '/to too_large'],
    ['be longer than 31 days', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00.001Z', '/to too_large'],
    ['be empty', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', '/to too_small'],
    ['go backwards', '2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', '/to too_small'],
    ['end over 5 minutes in the future', '2026-03-31T00:00:00Z', '2026-03-31T12:05:00.001Z', '/to too_large'],
  ]
  for (const [what, from, to, problem] of broken) {
    it(`can't ${what}`, () => {
      expect(found(from, to)).to.deep.equal([problem])
    })
  }

  it("can't be outside the calendar", () => {
    const max = Number.MAX_SAFE_INTEGER
    for (const [fromMs, toMs] of [
      [-max, 0],
      [max, max],
      [0, max],
      [-max, -max],
    ] as const)
      expect(checkUsageRange({ location: 'query', fromMs, toMs }, NOW_MS)).to.have.length(1)
  })

  it('reports the invalid field', () => {
    const wrong = { fromMs: NOW_MS, toMs: NOW_MS - 1 }
    for (const location of ['query', 'body'] as const)
      expect(
        checkUsageRange({ location, ...wrong }, NOW_MS).map((problem) => problem.location),
      ).to.deep.equal([location])
  })
})

describe('A usage cursor', () => {
  const filter: UsageFilter = { appId: 'app_1', currency: 'INR', fromMs: 1000, toMs: 2000 }
  const written = encodeUsageCursor(filter, { occurredAtMs: 1500, seq: 42 }, sha256)

  it('returns the position that it was made for', () => {
    check(
      fc.property(fc.nat(), fc.nat(), (occurredAtMs, seq) => {
        const text = encodeUsageCursor(filter, { occurredAtMs, seq }, sha256)
        expect(text).to.match(/^[a-z0-9.]{1,100}$/)
        expect(decodeUsageCursor(filter, text, sha256)).to.deep.equal({ occurredAtMs, seq })
      }),
    )
  })

  const others: ReadonlyArray<Partial<UsageFilter>> = [
    { appId: 'app_2' },
    { currency: 'USD' },
    { fromMs: 999 },
    { toMs: 2001 },
  ]
  for (const change of others) {
    it(`is invalid for a query with another ${Object.keys(change).join()}`, () => {
      expect(decodeUsageCursor({ ...filter, ...change }, written, sha256)).to.equal(undefined)
    })
  }

  it('is invalid if one character is changed, missing or added', () => {
    for (let at = 0; at < written.length; at += 1) {
      const swapped = written[at] === 'a' ? 'b' : 'a'
      for (const middle of [swapped, '', `${written[at]}0`]) {
        const text = written.slice(0, at) + middle + written.slice(at + 1)
        expect(decodeUsageCursor(filter, text, sha256), text).to.equal(undefined)
      }
    }
  })

  it("can't be any other text", () => {
    for (const text of ['', 'u1', 'u1...', `u1.zzzzzzzzzzz.zzzzzzzzzzz.${'0'.repeat(16)}`, 'null'])
      expect(decodeUsageCursor(filter, text, sha256)).to.equal(undefined)
  })
})
