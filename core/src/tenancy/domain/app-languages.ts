/** The languages of an app's messages, for templates with several (docs/api/templates#languages). */
export interface AppLanguages {
  /** BCP 47 tag of the language that recipients get by default; absent: the template's own. */
  readonly default?: string
  /** Recipients get the main language of their number's country, if the template has it. */
  readonly byCountry?: true
}
