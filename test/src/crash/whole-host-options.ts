/** What a whole host is told at its start, as JSON in its only argument; whatever it is told later ends it in order. */
export interface WholeHostOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly lastWordsFile: string
  /** What every OTP has; the usual known one where nothing is said. */
  readonly code?: string
}
