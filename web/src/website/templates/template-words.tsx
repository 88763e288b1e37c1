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
