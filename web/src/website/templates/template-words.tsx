import { plainWords } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'

const TONES: Readonly<Record<string, string>> = {
  internal_review: 'warn',
  pending_vendor: 'warn',
  approved: 'good',
  rejected: 'alarm',
  paused: 'alarm',
}

/** The state of a version, in a word. */
export const TemplateStateTag = ({ state }: { state: string }) => (
  <TagWord tone={TONES[state] ?? ''}>{t.states[state] ?? plainWords(state)}</TagWord>
)

/** The name of a category. */
export const categoryWord = (category: string): string => t.categories[category] ?? plainWords(category)

const languages = new Map<string, string | undefined>()

const nameOf = (language: string): string | undefined => {
  try {
    const name = new Intl.DisplayNames(undefined, { type: 'language' }).of(language.replaceAll('_', '-'))
    return name === language ? undefined : name
  } catch {
    return undefined
  }
}

/** The name of a language in the reader's own language; undefined for an unknown one. */
export const languageWord = (language: string): string | undefined => {
  if (!languages.has(language)) languages.set(language, language === '' ? undefined : nameOf(language))
  return languages.get(language)
}
