import { expect } from 'chai'
import { endOfDay } from '@postrider/command/terminal/end-of-day'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'

const endIn = (date: string, zone?: string): string | undefined => {
  const endMs = endOfDay(date, zone)
  return endMs === undefined ? undefined : isoTime(endMs)
}

describe('The end of a day', () => {
  const days = [
    ['2031-03-31', 'UTC', '2031-03-31T23:59:59.999Z'],
    ['2031-03-31', 'Asia/Kolkata', '2031-03-31T18:29:59.999Z'],
    ['2028-02-29', 'America/New_York', '2028-03-01T04:59:59.999Z'],
    ['2031-12-31', 'Pacific/Kiritimati', '2031-12-31T09:59:59.999Z'],
    ['2031-12-31', 'Pacific/Pago_Pago', '2032-01-01T10:59:59.999Z'],
    // A day of 23 hours, one of 25, one before a skipped midnight, and one whose last hour occurs twice.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T02:59:59.999Z'],
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-18T02:59:59.999Z'],
  ] as const
  for (const [date, zone, end] of days)
    it(`of ${date} in ${zone} is ${end}`, () => expect(endIn(date, zone)).to.equal(end))

  it("uses the machine's zone if no zone is given", () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(endIn('2031-03-31')).to.be.a('string').and.equal(endIn('2031-03-31', timeZone))
  })

  it('is undefined for an invalid date or an unknown zone', () => {
    for (const date of [
      '',
      'soon',
      '2031-02-30',
      '2031-13-01',
      '31-01-01',
      '2031-1-1',
      '2031-01-01T00:00:00Z',
    ])
      expect(endIn(date, 'UTC'), date).to.equal(undefined)
    expect(endIn('2031-01-01', 'Mars/Olympus')).to.equal(undefined)
  })
})
