import { expect } from 'chai'
import { countryOfPrefix } from '@postrider/web/format/calling-codes'
import { csvText } from '@postrider/web/format/csv'
import { fieldMoment, instantTexts, lastMomentOf } from '@postrider/web/format/instants'
import { minorUnitsOf, moneyText } from '@postrider/web/format/money'
import { runningMoney } from '@postrider/web/format/running-money'
import { shortId, shownRecipient, shownText } from '@postrider/web/format/shown-text'
import {
  dayText,
  durationText,
  hourText,
  preciseText,
  secondText,
  timeText,
} from '@postrider/web/format/times'
import { compareWords, type WordSlice } from '@postrider/web/format/words'

describe('Displayed money', () => {
  for (const [minor, currency, locale, text] of [
    [36, 'INR', 'en-IN', '₹0.36'],
    [6_123_990, 'INR', 'en-IN', '₹61,239.90'],
    [36_743_940, 'INR', 'en-IN', '₹3,67,439.40'],
    [-5, 'EUR', 'en-GB', '−€0.05'],
    [1_234, 'JPY', 'en-GB', 'JP¥1,234'],
    [1_234, 'KWD', 'en-GB', 'KWD 1.234'],
    [Number.MAX_SAFE_INTEGER, 'EUR', 'en-GB', '€90,071,992,547,409.91'],
  ] as const)
    it(`shows ${minor} ${currency} as ${text}`, () => {
      expect(moneyText(minor, currency, locale).replaceAll('\u00a0', ' ')).to.equal(text)
    })

  for (const [text, currency, minor] of [
    ['0.36', 'INR', 36],
    ['61,239.9', 'INR', 6_123_990],
    ['-5', 'EUR', -500],
    ['−5', 'EUR', -500],
    ['12', 'JPY', 12],
    ['0.215', 'INR', undefined],
    ['1.5', 'JPY', undefined],
    ['1e3', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['90071992547409.92', 'EUR', undefined],
  ] as const)
    it(`parses ${text} ${currency} as ${String(minor)}`, () =>
      expect(minorUnitsOf(text, currency)).to.equal(minor))

  it('of a message follows only the ledger entries of its timeline', () => {
    const steps = [
      { kind: 'accepted' },
      { kind: 'ledger', entryType: 'reservation', amountMinor: 36 },
      { kind: 'attempt_begun' },
      { kind: 'ledger', entryType: 'settlement', amountMinor: 36 },
    ]
    expect(runningMoney(steps).map(({ heldMinor, chargedMinor }) => [heldMinor, chargedMinor])).to.deep.equal(
      [
        [0, 0],
        [36, 0],
        [36, 0],
        [0, 36],
      ],
    )
  })
})

describe('A displayed time', () => {
  const option = { locale: 'en-GB', timeZone: 'Asia/Kolkata' }
  const now = Date.parse('2026-03-12T09:00:00.000Z')

  for (const [at, text] of [
    ['2026-03-12T08:37:32.118Z', '14:07:32'],
    ['2026-03-11T18:29:59.000Z', '11 Mar 23:59'],
    ['2026-03-11T18:30:00.000Z', '00:00:00'],
    ['2025-12-31T08:00:00.000Z', '31 Dec 2025 13:30'],
  ] as const)
    it(`is ${text} for ${at}`, () => expect(timeText(Date.parse(at), now, option)).to.equal(text))

  it('has its date in a record, even if it was today', () => {
    const texts = ['2026-03-12T08:37:32.118Z', '2026-03-11T18:29:59.000Z', '2025-12-31T08:00:00.000Z'].map(
      (at) => dayText(Date.parse(at), now, option),
    )
    expect(texts).to.deep.equal(['today 14:07', '11 Mar 23:59', '31 Dec 2025 13:30'])
  })

  it('has seconds in a record if records can be seconds apart, even if it was not today', () => {
    const texts = ['2026-03-12T08:37:32.118Z', '2026-03-11T18:29:59.000Z'].map((at) =>
      secondText(Date.parse(at), now, option),
    )
    expect(texts).to.deep.equal(['today 14:07:32', '11 Mar 23:59:59'])
  })

  it("is an hour if the exact time isn't known", () => {
    const texts = ['2026-03-12T07:30:00.000Z', '2026-03-11T17:30:00.000Z', '2025-12-31T07:30:00.000Z'].map(
      (at) => hourText(Date.parse(at), now, option),
    )
    expect(texts).to.deep.equal(['13:00–13:59', '11 Mar 23:00–23:59', '31 Dec 2025 13:00–13:59'])
  })

  it('has milliseconds in a trace', () => {
    expect(preciseText(Date.parse('2026-03-12T08:37:32.118Z'), now, option)).to.equal('14:07:32.118')
  })

  it('has one unit as an age', () => {
    expect(
      [500, 22_000, 1_140_000, 10_800_000, 200_000_000].map((ms) => durationText(ms, 'en-GB')),
    ).to.deep.equal(['0 secs', '22 secs', '19 mins', '3 hrs', '2 days'])
  })
})

describe('Displayed foreign text', () => {
  it('shows disguising characters by their codes', () => {
    expect(shownText('a\u202eb\u200bc\u0007')).to.equal('a[U+202E]b[U+200B]c[U+0007]')
    expect(shownText('<b>नमस्ते</b>\nzwei')).to.equal('<b>नमस्ते</b>\nzwei')
  })

  for (const [what, text] of [
    ['Malayalam', 'അവന്\u200d വന്നു'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi, half forms', 'क्\u200dष, क्\u200d'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Bengali', 'র\u200d্যাব'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a flag, and a person with a shade of skin', '🏳️\u200d🌈 👩🏽\u200d💻'],
  ] as const)
    it(`keeps the joining characters of ${what}`, () => {
      expect(shownText(text)).to.equal(text)
    })

  it("shows joining characters between letters that don't join by their codes", () => {
    expect(shownText('pay\u200dpal pay\u200cpal')).to.equal('pay[U+200D]pal pay[U+200C]pal')
    expect(shownText('\u200dक ക\u200d\u200dക می\u200c 👨\u200d')).to.equal(
      '[U+200D]क ക[U+200D][U+200D]ക می[U+200C] 👨[U+200D]',
    )
    expect(shownText('ന\u200bന')).to.equal('ന[U+200B]ന')
  })

  it('separates the calling code of a masked number, and keeps an address unchanged', () => {
    expect(['+44********0003', '+***1234', 'a***@example.org'].map(shownRecipient)).to.deep.equal([
      '+44 ····0003',
      '····1234',
      'a***@example.org',
    ])
  })

  it('shortens an identifier in the middle', () => {
    expect(shortId('msg_01kkgjj5epd5tz2aw8h77q4x2m')).to.equal('msg_01kkg…7q4x2m')
    expect(shortId('app_1')).to.equal('app_1')
  })

  const marked = (slices: readonly WordSlice[]): string =>
    slices.map(({ text, isShared }) => (isShared ? text : `[${text}]`)).join('')

  it('is compared by words, and a placeholder is one word', () => {
    const { before, after, removed, added } = compareWords(
      'Dear {{name}}, it has left. Call {{care}}.',
      'Dear {{name}}, it is near. Call {{link}}.',
    )
    expect(marked(before)).to.equal('Dear {{name}}, it [has] [left]. Call [{{care}}].')
    expect(marked(after)).to.equal('Dear {{name}}, it [is] [near]. Call [{{link}}].')
    expect([removed, added]).to.deep.equal([3, 3])
  })

  it('is compared as a whole if it is too long', () => {
    const long = 'word '.repeat(3_000)
    expect(compareWords(long, `${long}end`).before).to.have.length(1)
  })
})

describe('A time in full', () => {
  it("is the last of a day in the reader's zone, and undefined for an invalid day", () => {
    const day = '2027-02-28'
    expect(lastMomentOf(day)).to.equal(new Date(2027, 2, 1).getTime() - 1)
    expect(fieldMoment(lastMomentOf(day) ?? 0)).to.equal(`${day}T23:59:59`)
    for (const text of ['', 'soon', '2027-2-28']) expect(lastMomentOf(text), text).to.equal(undefined)
  })

  it("is shown in the reader's zone and in UTC", () => {
    const [zoned, utc] = instantTexts(Date.UTC(2027, 2, 31, 18, 29, 59, 999), 'en-GB')
    expect(utc).to.equal('2027-03-31T18:29:59.999Z')
    expect(zoned).to.include(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })
})

describe('The countries of a calling code', () => {
  it('are those of the longest matching code', () => {
    const named = (prefix: string) => countryOfPrefix(prefix, 'en')
    expect(['+91', '+9198', '+1', '+1416', '+1876', '+1', '+7', '+7701', '+971'].map(named)).to.deep.equal([
      'India',
      'India',
      'United States, Canada',
      'United States, Canada',
      'Jamaica',
      'United States, Canada',
      'Russia, Kazakhstan',
      'Russia, Kazakhstan',
      'United Arab Emirates',
    ])
    expect(['*', '+9', '+210', ''].map(named)).to.deep.equal(Array.from({ length: 4 }, () => undefined))
  })
})

describe('A saved table', () => {
  it('contains only text, and no formulas', () => {
    const text = csvText(
      ['a', 'b'],
      [
        ['x "y"', '=1+1'],
        ['two\nlines', '@cmd'],
      ],
    )
    expect(text).to.equal('"a","b"\r\n"x ""y""","\'=1+1"\r\n"two\nlines","\'@cmd"\r\n')
    for (const first of ['=', '+', '-', '@', '\t', '\r', '\n'])
      expect(csvText([`${first}head`], [[`${first}cmd|'/c calc'!A1`]])).to.equal(
        `"'${first}head"\r\n"'${first}cmd|'/c calc'!A1"\r\n`,
      )
  })
})
