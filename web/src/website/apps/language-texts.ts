/** The texts about the languages of an app's messages. */
export const LANGUAGE_TEXTS = {
  title: (name: string) => `Set the languages of ${name}`,
  lead: 'For templates with several languages. If a template doesn’t have the language, its more general one counts, then its own.',
  confirm: 'Save languages',
  done: 'Languages saved',
  heading: 'Languages',
  default: 'Default language',
  own: 'that of the template',
  byCountry: 'By country of the number',
  isByCountry: { true: 'yes', false: 'no' },
} as const
