import { text } from '../../kernel/codecs/text.js'
import { fill, parseText, valueOf, variableNames } from '../../kernel/texts/placeholders.js'
import { partOf } from '../content-part.js'
import type { CompiledContent, ContentOf, ContentRules, Layout, RecordOf, ValueForm } from '../kind.js'
import { lintWhatsapp } from './lint-whatsapp.js'
import type { WhatsappForms } from './whatsapp-forms.js'
import { present } from '../../kernel/present.js'

/** The vendor's limits for a body, and for its header and footer. */
const MAX_LENGTH = 1_024
const MAX_LINE = 60

const UNREGISTERED = 'The template is not registered at WhatsApp, so only the test environment can send it.'

/** The vendor refuses other values with 132018 after the message was accepted. */
const VALUES: ValueForm = {
  fits: (value) => !/[\p{Cc}\u2028\u2029]| {5}/u.test(value),
  message:
    'The value must not contain line breaks, tabs, control characters or more than four spaces in a row.',
}

const ONE: Layout = { encoding: 'utf-8', units: 1 }

/** The values also become body_1 … body_N, in the order of first appearance. */
const compile = (
  { text: body, header, footer, registration }: ContentOf<WhatsappForms>,
  language: string,
): CompiledContent<RecordOf<WhatsappForms, 'rendered'>> => {
  const parts = [header, body, footer].flatMap((part) => (part === undefined ? [] : [parseText(part)]))
  const names = variableNames(parseText(body))
  const above = header === undefined ? [] : variableNames(parseText(header))
  return {
    oneLine: above,
    values: VALUES,
    render: (values) => ({
      channel: 'whatsapp',
      text: parts.map((part) => fill(part, values)).join('\n'),
      headerParameters: above.map((name) => valueOf(values, name)),
      bodyParameters: names.map((name) => valueOf(values, name)),
      templateName: registration?.name,
      // The vendor knows the text by its registered language, in the vendor's spelling.
      language: registration?.language ?? language,
    }),
    layout: () => ONE,
    barTo: (_to, isTest) => (isTest || registration !== undefined ? undefined : UNREGISTERED),
  }
}

/** A body with a header and footer, which the vendor registers (docs/api/templates#vendor-registration). */
export const whatsappContent: ContentRules<WhatsappForms> = {
  maxLength: MAX_LENGTH,
  fields: {
    header: text({
      maxLength: MAX_LINE,
      oneLine: true,
      description: 'WhatsApp: the line above the text.',
      example: 'Order {{order}}',
    }),
    footer: text({
      maxLength: MAX_LINE,
      oneLine: true,
      description: 'WhatsApp: the line below the text, without variables.',
      example: 'Acme, Bengaluru',
    }),
  },
  required: {},
  previewFields: {},
  of: ({ text: body = '', header, footer }) => ({
    channel: 'whatsapp',
    text: body,
    ...present({ header, footer }),
  }),
  read: (content) => ({
    parts: [
      ...partOf('header', content.header, MAX_LINE, true),
      ...partOf('text', content.text, MAX_LENGTH),
      ...partOf('footer', content.footer, MAX_LINE, true),
    ],
    needsVendor: true,
    untyped: undefined,
    values: VALUES,
    problems: () => lintWhatsapp(content),
  }),
  compile,
  preview: () => ({}),
  reading: ({ text: whole }) => ({ text: whole }),
}
