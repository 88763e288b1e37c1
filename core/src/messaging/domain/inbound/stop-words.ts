import { text } from '../../../kernel/codecs/text.js'

/** An account's own words with which its recipients can opt out. */
export const stopWordsSetting = text({
  minLength: 1,
  maxLength: 1_000,
  description: 'Opt-out words in addition to those of all languages, separated by commas.',
  example: 'GENUG,FINI',
})

/** The words in an account's setting. */
export const stopWordsIn = (setting: unknown): readonly string[] =>
  typeof setting === 'string' ? setting.split(',').filter((word) => word.trim() !== '') : []
