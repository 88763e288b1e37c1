import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'

/** A piece of HTML, as against text that has yet to become one. */
export interface Markup {
  readonly html: string
}

type Value = string | Markup | readonly Markup[]

const htmlOf = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value)
  return 'html' in value ? value.html : value.map(({ html }) => html).join('')
}

/** HTML from a literal: every text that stands in it is escaped, and only pieces made here are not. */
export const markup = (literals: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  html: literals.map((literal, index) => literal + htmlOf(values[index] ?? '')).join(''),
})

/** Nothing. */
export const NO_MARKUP: Markup = { html: '' }
