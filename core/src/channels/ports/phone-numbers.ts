/**
 * Validates telephone numbers with the numbering plans of all countries (docs/api/conventions#phone-numbers).
 *
 * @example
 * ```ts
 * import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
 *
 * // For a service that sends only within India.
 * const phoneNumbers: PhoneNumbers = {
 *   countryOf: (e164) => (/^\+91[6-9]\d{9}$/.test(e164) ? 'IN' : undefined),
 * }
 * ```
 */
export interface PhoneNumbers {
  /**
   * The number's country (ISO 3166-1 alpha-2), or undefined if the text isn't a valid E.164 number with `+`.
   */
  countryOf(e164: string): string | undefined
  /**
   * Reads the numbers that were allowed or forbidden while this process was running. Use cases call it after a number
   * was refused, and ask again. Absent if they never change.
   */
  catchUp?(): Promise<void>
}
