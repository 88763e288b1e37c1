import { type Markup, markup, NO_MARKUP } from './markup.js'
import type { PageProblem } from './page-problem.js'

/** A line of a form; its name is also its id. */
export interface PageField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'password'
  /** What a browser or a password manager may fill in (HTML 4.10.18.7). */
  readonly autocomplete: 'name' | 'current-password' | 'new-password'
  readonly hint?: string
  readonly value?: string
  /** A browser's help alone: the service checks everything again. */
  readonly minLength?: number
}

const hintOf = ({ name, hint }: PageField): Markup =>
  hint === undefined ? NO_MARKUP : markup`\n<p class="hint" id="${name}-hint">${hint}</p>`

const wrongOf = ({ name }: PageField, sentence: string | undefined): Markup =>
  sentence === undefined ? NO_MARKUP : markup`\n<p class="wrong" id="${name}-wrong">${sentence}</p>`

const describedBy = ({ name, hint }: PageField, isWrong: boolean): Markup => {
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(isWrong ? [`${name}-wrong`] : [])]
  return ids.length === 0 ? NO_MARKUP : markup` aria-describedby="${ids.join(' ')}"`
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
<label for="${name}">${label}</label>${hintOf(field)}${wrongOf(field, wrong)}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" spellcheck="false" required${given}${least}${invalid}${describedBy(field, wrong !== undefined)}>
</div>`
}

interface Form {
  readonly token: string
  readonly fields: readonly PageField[]
  readonly action: string
  readonly problem: PageProblem<string> | undefined
  /** What stands above the fields. */
  readonly intro?: Markup
}

/**
 * A form that carries the token of its link. It goes to the address of its page without the query, so that the token
 * is not in that address a second time.
 */
export const pageForm = ({ token, fields, action, problem, intro = NO_MARKUP }: Form): Markup => markup`
<form method="post" action="?">
<input type="hidden" name="token" value="${token}">${intro}${fields.map((field) => fieldMarkup(field, problem))}
<button type="submit">${action}</button>
</form>`
