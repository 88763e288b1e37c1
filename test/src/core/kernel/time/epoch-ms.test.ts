import fc from 'fast-check'
import { expect } from 'chai'
import { isoTime, parseIsoTime } from '@postrider/core/kernel/time/epoch-ms'
import { check } from '../../check.js'

describe('A time as text', () => {
  it('names the time that it was written for', () => {
    check(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
        expect(parseIsoTime(isoTime(at))).to.equal(at)
      }),
    )
  })

  const none = [
    '2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00.000Z', '2026-01-01T24:00:00.000Z', '2026-01-01T23:59:60.000Z',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+00:00', '2026-01-01', 'tomorrow', '',
  ] // prettier-ignore
  for (const text of none)
    it(`is refused: "${text}"`, () => {
      expect(parseIsoTime(text)).to.equal(undefined)
    })
})
