import { isKnownLanguage } from '../texts/known-language.js'
import type { TextRules } from './codec.js'
import { broken } from './fault.js'
import { text } from './text.js'

const unknown = broken(
  'not_allowed',
  'The value must be a BCP 47 tag of a known language and country, for example `en` or `pt-BR`.',
)

/** A language as a BCP 47 tag, also with `_` (docs/api/templates#languages). */
export const languageTag = (rules: Pick<TextRules, 'description' | 'example'>) =>
  text({
    maxLength: 35,
    pattern: /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/,
    refuses: (input) => (isKnownLanguage(input) ? undefined : unknown),
    ...rules,
  })
