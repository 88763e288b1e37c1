/** A spelling of telephone numbers that is no longer current, and the number in the current one. */
interface Renumbering {
  readonly before: RegExp
  readonly now: string
}

const renumbered = (before: RegExp, now: string): Renumbering => ({ before, now })

/** Area codes of three digits in Argentina; the others have four, and Buenos Aires has 11. */
const ARGENTINE_AREAS =
  '2(?:2[013]|3[067]|49|6[01346]|80|9[14789])|3(?:36|4[1-358]|5[138]|6[24]|7[069]|8[013578])'

/**
 * Changed numbering plans and optional digits of mobile numbers by calling code, as the documentation of libphonenumber
 * describes them (its FAQ, and the table of its migrator). All spellings of a number reach the same person.
 */
const RENUMBERINGS: ReadonlyMap<string, readonly Renumbering[]> = new Map([
  // Ivory Coast, 2021: the operator's digits precede the eight earlier ones.
  ['225', [
    renumbered(/^([04-9][0-3]\d{6})$/, '01$1'),
    renumbered(/^([04-9][4-6]\d{6})$/, '05$1'),
    renumbered(/^([04-9][7-9]\d{6})$/, '07$1'),
  ]],
  // Benin, 2024.
  ['229', [renumbered(/^(\d{8})$/, '01$1')]],
  // Gabon, 2019.
  ['241', [
    renumbered(/^0?([256]\d{6})$/, '6$1'),
    renumbered(/^0?([47]\d{6})$/, '7$1'),
  ]],
  // Mexico, 2019: the 1 before mobile numbers.
  ['52', [renumbered(/^1(\d{10})$/, '$1')]],
  // Argentina: the 9 before mobile numbers from abroad, and the 15 after the area code within the country.
  ['54', [
    renumbered(/^9?(11)15(\d{8})$/, '$1$2'),
    renumbered(new RegExp(`^9?(${ARGENTINE_AREAS})15(\\d{7})$`), '$1$2'),
    renumbered(/^9?([23]\d{3})15(\d{6})$/, '$1$2'),
    renumbered(/^9(\d{10})$/, '$1'),
  ]],
  // Brazil, 2012 to 2016: the 9 before mobile numbers.
  ['55', [renumbered(/^([1-9]{2})([6-9]\d{7})$/, '$19$2')]],
  // Vietnam, 2018: mobile numbers of eleven digits.
  ['84', [
    renumbered(/^12([068]\d{7})$/, '7$1'),
    renumbered(/^121(\d{7})$/, '79$1'),
    renumbered(/^122(\d{7})$/, '77$1'),
    renumbered(/^12([3-5]\d{7})$/, '8$1'),
    renumbered(/^127(\d{7})$/, '81$1'),
    renumbered(/^129(\d{7})$/, '82$1'),
    renumbered(/^16([2-9]\d{7})$/, '3$1'),
    renumbered(/^18([68]\d{7})$/, '5$1'),
    renumbered(/^199(\d{7})$/, '59$1'),
  ]],
]) // prettier-ignore

const LONGEST_CALLING_CODE = 3

/**
 * A telephone number in the one spelling that all its spellings share: +5215512345678 and +525512345678 give
 * the second one. Other numbers, and texts that aren't numbers, are returned unchanged. An Argentine mobile
 * number is returned without its 9, although it is dialed with it.
 */
export const currentNumber = (e164: string): string => {
  if (!e164.startsWith('+')) return e164
  for (let digits = 2; digits <= LONGEST_CALLING_CODE; digits += 1) {
    const rules = RENUMBERINGS.get(e164.slice(1, 1 + digits))
    if (rules === undefined) continue
    const national = e164.slice(1 + digits)
    const rule = rules.find(({ before }) => before.test(national))
    return rule === undefined ? e164 : e164.slice(0, 1 + digits) + national.replace(rule.before, rule.now)
  }
  return e164
}
