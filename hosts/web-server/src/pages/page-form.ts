import { type Markup, markup, NO_MARKUP } from './markup.js'
import type { PageProblem } from './page-problem.js'

/** A line of a form; its name is also its id. */
export interface PageField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  /** The value that a browser or a password manager may fill in (HTML 4.10.18.7). */
  readonly autocomplete: 'off' | 'name' | 'username' | 'current-password' | 'new-password' | 'one-time-code'
  readonly hint?: string
  readonly value?: string
  /** Only helps in the browser: the service checks everything again. */
  readonly minLength?: number
}

const TRIANGLE = markup`<svg width="14" height="16" viewBox="0 0 14 16" aria-hidden="true"><path d="M7 3 13 14H1zM7 7v3.5M7 11.6v.9"></path></svg>`

/** The text below a field: the problem with it, or else a hint. */
const belowOf = ({ name, hint }: PageField, wrong: string | undefined): Markup => {
  if (wrong !== undefined)
    return markup`\n<p class="wrong" id="${name}-wrong">${TRIANGLE}<span>${wrong}</span></p>`
  return hint === undefined ? NO_MARKUP : markup`\n<p class="hint" id="${name}-hint">${hint}</p>`
}

const describedBy = ({ name, hint }: PageField, isWrong: boolean): Markup => {
  if (isWrong) return markup` aria-describedby="${name}-wrong"`
  return hint === undefined ? NO_MARKUP : markup` aria-describedby="${name}-hint"`
}

const fieldMarkup = (field: PageField, problem: PageProblem<string> | undefined): Markup => {
  const { name, label, type, autocomplete, value, minLength } = field
  const wrong = problem?.field === name ? problem.sentence : undefined
  const given = value === undefined ? NO_MARKUP : markup` value="${value}"`
  const least = minLength === undefined ? NO_MARKUP : markup` minlength="${String(minLength)}"`
  const invalid = wrong === undefined ? NO_MARKUP : markup` aria-invalid="true"`
  // No `maxlength`, because a browser would cut pasted text. No spell check, because it may send the text
  // elsewhere.
  return markup`
<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" spellcheck="false" required${given}${least}${invalid}${describedBy(field, wrong !== undefined)}>${belowOf(field, wrong)}
</div>`
}

interface Form {
  /** Values that are sent back unchanged, by name: the token of a link. */
  readonly kept: Readonly<Record<string, string>>
  readonly fields: readonly PageField[]
  readonly action: string
  readonly problem: PageProblem<string> | undefined
  /** Content above the fields. */
  readonly intro?: Markup
  /** Content below the button. */
  readonly outro?: Markup
}

const keptMarkup = (kept: Form['kept']): readonly Markup[] =>
  Object.entries(kept).map(([name, value]) => markup`\n<input type="hidden" name="${name}" value="${value}">`)

/**
 * A form that posts to the address of its page without the query, so that values of the query aren't sent a
 * second time.
 */
export const pageForm = ({ kept, fields, action, problem, intro, outro }: Form): Markup => markup`
<form method="post" action="?">${keptMarkup(kept)}${intro ?? NO_MARKUP}${fields.map((field) => fieldMarkup(field, problem))}
<button type="submit">${action}</button>${outro ?? NO_MARKUP}
</form>`
