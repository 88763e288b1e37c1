import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'

/** A piece of HTML, as opposed to text that still has to be escaped. */
export interface Markup {
  readonly html: string
}

type Value = string | Markup | readonly Markup[]

const htmlOf = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value)
  return 'html' in value ? value.html : value.map(({ html }) => html).join('')
}

/** HTML from a template literal: every inserted text is escaped, and only pieces made here aren't. */
export const markup = (literals: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  html: literals.map((literal, index) => literal + htmlOf(values[index] ?? '')).join(''),
})

/** Empty HTML. */
export const NO_MARKUP: Markup = { html: '' }
