/** Judges telephone numbers by the numbering plans of the world (docs/contract#phone-numbers). */
export interface PhoneNumbers {
  /** The number's country (ISO 3166-1 alpha-2), or undefined where the text is no valid E.164 number with `+`. */
  countryOf(e164: string): string | undefined
}
