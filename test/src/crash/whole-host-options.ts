/** A whole host's options at its start, as JSON in its only argument. Any later message ends it in order. */
export interface WholeHostOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly lastWordsFile: string
  /** The code of every OTP, by default the usual known one. */
  readonly code?: string
}
