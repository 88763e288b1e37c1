/** The number of decimal places of a currency (ISO 4217, as the platform knows it). */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Formats minor units for people: 1234567 of INR is `12,345.67 INR`. */
export const amountText = (amountMinor: number, currency: string): string => {
  const digits = digitsOf(currency)
  const sign = amountMinor < 0 ? '-' : ''
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''} ${currency}`
}
