/**
 * A number of minor units as an exact decimal text, for example "-12.05". Intl accepts it without rounding.
 */
const plainDecimal = (minor: number, digits: number): string => {
  const whole = String(Math.abs(minor)).padStart(digits + 1, '0')
  const cut = whole.length - digits
  const text = digits === 0 ? whole : `${whole.slice(0, cut)}.${whole.slice(cut)}`
  return minor < 0 ? `-${text}` : text
}

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string, locale: string | undefined): Intl.NumberFormat => {
  const key = `${locale ?? ''} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format
}

/**
 * Money with its currency and all its decimals, never rounded, grouped for the reader's locale. A minus sign
 * is `−`.
 */
export const moneyText = (amountMinor: number, currency: string, locale?: string): string => {
  const format = formatOf(currency, locale)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const text = format.format(plainDecimal(amountMinor, digits) as Intl.StringNumericLiteral)
  return text.replace('-', '−')
}

/**
 * The minor units of a decimal text; undefined if it is not a number or has more decimals than the currency.
 */
export const minorUnitsOf = (text: string, currency: string): number | undefined => {
  const digits = formatOf(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2
  const match = /^([-−]?)(\d+)(?:\.(\d+))?$/.exec(text.trim().replaceAll(',', ''))
  const [, sign = '', whole = '', part = ''] = match ?? []
  if (match === null || part.length > digits) return undefined
  const minor = Number(whole + part.padEnd(digits, '0'))
  if (!Number.isSafeInteger(minor)) return undefined
  return sign === '' || minor === 0 ? minor : -minor
}

/** An amount without its currency, with this number of decimals, grouped for the reader's locale. */
export const decimalText = (amountMinor: number, digits: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits }).format(
    plainDecimal(amountMinor, digits) as Intl.StringNumericLiteral,
  )

/** The number of decimals of a currency. */
export const decimalsOf = (currency: string): number =>
  formatOf(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2
