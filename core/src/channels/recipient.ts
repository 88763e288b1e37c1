/** Whom a message goes to, in the form that is stored and hashed. */
export interface Recipient {
  readonly to: string
  /** ISO 3166-1 alpha-2 of a telephone number; undefined for an address. */
  readonly country: string | undefined
}

/** Tells the country of a valid E.164 number; see the port PhoneNumbers. */
export type CountryOf = (e164: string) => string | undefined

/** To whom messages of a channel go. */
export interface RecipientRules {
  /** Whether it is a telephone number: then countries, prices and blocks go by how it begins. */
  readonly isNumber: boolean
  /** Whether a request may name the recipient beside the address. */
  readonly takesName: boolean
  /** What one is, for readers of the contract. */
  readonly form: string
  /** What every one of them matches, and others may too: a regular expression for documents, anchored at both ends. */
  readonly pattern: RegExp
  /** One that nobody has. */
  readonly example: string
  /** What is said of a text that is none. */
  readonly problem: string
  /** Reads one (docs/contract#message-request); undefined where the text is none. */
  parse(to: string, countryOf: CountryOf): Recipient | undefined
  /** One by which nobody can be reached, and somebody who knows it recognises it (docs/contract#message-projection). */
  masked(to: string): string
}
