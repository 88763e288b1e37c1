import { type Markup, markup, NO_MARKUP } from './markup.js'
import type { PageProblem } from './page-problem.js'

/** A line of a form; its name is also its id. */
export interface PageField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  /** What a browser or a password manager may fill in (HTML 4.10.18.7). */
  readonly autocomplete: 'off' | 'name' | 'username' | 'current-password' | 'new-password' | 'one-time-code'
  readonly hint?: string
  readonly value?: string
  /** A browser's help alone: the service checks everything again. */
  readonly minLength?: number
}

const TRIANGLE = markup`<svg width="14" height="16" viewBox="0 0 14 16" aria-hidden="true"><path d="M7 3 13 14H1zM7 7v3.5M7 11.6v.9"></path></svg>`

/** What stands below a field: what is wrong with it, or else a hint. */
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
  // No longest length: a browser would cut what is pasted. No spelling: it may be looked up elsewhere.
  return markup`
<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" spellcheck="false" required${given}${least}${invalid}${describedBy(field, wrong !== undefined)}>${belowOf(field, wrong)}
</div>`
}

interface Form {
  /** What is sent back as it was given, by name: the token of a link. */
  readonly kept: Readonly<Record<string, string>>
  readonly fields: readonly PageField[]
  readonly action: string
  readonly problem: PageProblem<string> | undefined
  /** What stands above the fields. */
  readonly intro?: Markup
  /** What stands below the button. */
  readonly outro?: Markup
}

const keptMarkup = (kept: Form['kept']): readonly Markup[] =>
  Object.entries(kept).map(([name, value]) => markup`\n<input type="hidden" name="${name}" value="${value}">`)

/**
 * A form that goes to the address of its page without the query, so that what came in that address is not in it a second
 * time.
 */
export const pageForm = ({ kept, fields, action, problem, intro, outro }: Form): Markup => markup`
<form method="post" action="?">${keptMarkup(kept)}${intro ?? NO_MARKUP}${fields.map((field) => fieldMarkup(field, problem))}
<button type="submit">${action}</button>${outro ?? NO_MARKUP}
</form>`
