/** A message's recipient, in the form that is stored and hashed. */
export interface Recipient {
  readonly to: string
  /** ISO 3166-1 alpha-2 of a telephone number; undefined for an address. */
  readonly country: string | undefined
}

/** Returns the country of a valid E.164 number; see the port PhoneNumbers. */
export type CountryOf = (e164: string) => string | undefined

/** The rules for a channel's recipients. */
export interface RecipientRules {
  /**
   * Whether recipients are telephone numbers. Countries, prices and blocks then depend on the number's
   * prefix.
   */
  readonly isNumber: boolean
  /** Whether a request can give the recipient's name with the address. */
  readonly takesName: boolean
  /** The form of a recipient, for readers of the contract. */
  readonly form: string
  /**
   * A regular expression for API documents, anchored at both ends. It matches every valid recipient and may
   * match invalid ones.
   */
  readonly pattern: RegExp
  /** An example that isn't assigned to anyone. */
  readonly example: string
  /** The error message for an invalid recipient. */
  readonly problem: string
  /** Parses a recipient (docs/api/sending#message-request); undefined if the text isn't one. */
  parse(to: string, countryOf: CountryOf): Recipient | undefined
  /**
   * The masked form: nobody can be reached with it, but people who know the recipient recognize it
   * (docs/api/sending#message-projection).
   */
  masked(to: string): string
}
