import type { ResultOf } from '@postrider/core/assembly/registry'
import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'
import { examplesOf, fill, parseText } from '@postrider/core/kernel/texts/placeholders'
import type { Answer } from '../../answers/answer.js'
import { markup } from '../../pages/markup.js'

/**
 * A tenant's content runs nothing and loads nothing, both in a frame of ours and opened directly
 * (docs/decisions/0052).
 */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ')

type Draft = ResultOf<'getTemplateReview'>['draft']

/**
 * The content that a recipient would get with the example values: the HTML if there is any, else the text.
 */
const sampleOf = ({ content, variables, preview }: Draft): string => {
  const { html } = content as { readonly html?: unknown }
  if (typeof html === 'string') return fill(parseText(html), examplesOf(variables), escapeHtml)
  return markup`<!doctype html>
<meta charset="utf-8">
<title>Sample</title>
<pre style="white-space: pre-wrap; font: 1rem/1.5 system-ui, sans-serif">${preview.text}</pre>
`.html
}

/** A version of a template with its example values, as a page of its own that runs and loads nothing. */
export const samplePage = (draft: Draft): Answer => ({
  status: 200,
  html: sampleOf(draft),
  contentSecurityPolicy: POLICY,
})
