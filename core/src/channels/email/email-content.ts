import { text } from '../../kernel/codecs/text.js'
import { escapeHtml } from '../../kernel/texts/escape-html.js'
import { fill, parseText, variableNames } from '../../kernel/texts/placeholders.js'
import { partOf } from '../content-part.js'
import type { CompiledContent, ContentOf, ContentRules, Layout, RecordOf } from '../kind.js'
import type { EmailForms } from './email-forms.js'
import { present } from '../../kernel/present.js'

/** Small enough for a request. */
const MAX_LENGTH = 50_000
const MAX_SUBJECT = 200
const MAX_HTML = 100_000

const ONE: Layout = { encoding: 'utf-8', units: 1 }

/** Values in HTML are escaped (docs/api/templates#rendering). */
const compile = ({
  subject,
  text: plain,
  html,
}: ContentOf<EmailForms>): CompiledContent<RecordOf<EmailForms, 'rendered'>> => {
  const parsed = {
    subject: parseText(subject),
    text: parseText(plain),
    html: html === undefined ? undefined : parseText(html),
  }
  return {
    oneLine: variableNames(parsed.subject),
    render: (values) => ({
      channel: 'email',
      subject: fill(parsed.subject, values),
      text: fill(parsed.text, values),
      html: parsed.html === undefined ? undefined : fill(parsed.html, values, escapeHtml),
    }),
    layout: () => ONE,
    barTo: () => undefined,
  }
}

/** A subject, a text, and optionally the text as HTML (docs/api/templates#template-drafts). */
export const emailContent: ContentRules<EmailForms> = {
  maxLength: MAX_LENGTH,
  fields: {
    subject: text({
      maxLength: MAX_SUBJECT,
      oneLine: true,
      description: 'Email: the subject line.',
      example: 'Your order {{order}}',
    }),
    html: text({
      maxLength: MAX_HTML,
      description: 'Email: the text as HTML. Variable values are escaped in it.',
      example: '<p>Hello {{name}}, your order has left.</p>',
    }),
  },
  required: { subject: 'An email has a subject.' },
  previewFields: {
    subject: text({ description: 'Email: the rendered subject line.', example: 'Your order 10024' }),
  },
  of: ({ subject = '', text: plain = '', html }) => ({
    channel: 'email',
    subject,
    text: plain,
    ...present({ html }),
  }),
  read: ({ subject, text: plain, html }) => ({
    parts: [
      ...partOf('subject', subject, MAX_SUBJECT, true),
      ...partOf('text', plain, MAX_LENGTH),
      ...partOf('html', html, MAX_HTML),
    ],
    needsVendor: false,
    untyped: undefined,
    problems: () => [],
  }),
  compile,
  preview: ({ subject }) => ({ subject }),
  reading: ({ subject, text: plain, html }) => ({
    subject,
    text: plain,
    ...present({ html }),
  }),
}
