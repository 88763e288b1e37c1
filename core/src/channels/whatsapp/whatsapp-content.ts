import { closed, open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { fill, parseText, valueOf, variableNames } from '../../kernel/texts/placeholders.js'
import { partOf } from '../content-part.js'
import type { CompiledContent, ContentOf, ContentRules, Layout, RecordOf, ValueForm } from '../kind.js'
import { componentFields } from './component-fields.js'
import { formsOfPlaces, placesAbove, placesBelow } from './component-places.js'
import { buttonsIn, cardsIn, locationIn, mediaIn } from './given-components.js'
import { lintComponents } from './lint-components.js'
import { lintWhatsapp } from './lint-whatsapp.js'
import { compileComponents, linesAbove, linesBelow } from './render-components.js'
import type { WhatsappForms } from './whatsapp-forms.js'
import { present } from '../../kernel/present.js'

/** The vendor's limits for a body, and for its header and footer. */
const MAX_LENGTH = 1_024
const MAX_LINE = 60

const UNREGISTERED = 'The template is not registered at WhatsApp, so only the test environment can send it.'

/** The vendor refuses other values with 132018 or 131008 after the message was accepted. */
const VALUES: ValueForm = {
  fits: (value) => !/[\p{Cc}\u2028\u2029]| {5}/u.test(value) && value.trim() !== '',
  message:
    'The value must have a visible character, and must not contain line breaks, tabs, control characters or more than four spaces in a row.',
}

const ONE: Layout = { encoding: 'utf-8', units: 1 }

/** The names of parameters that the vendor replaces by name; undefined if it counts them. */
const namesFor = (isNamed: boolean, header: readonly string[], body: readonly string[]) =>
  isNamed ? { header, body } : undefined

/** The values also become body_1 … body_N, in the order of first appearance. */
const compile = (
  { registration, ...content }: ContentOf<WhatsappForms>,
  language: string,
): CompiledContent<RecordOf<WhatsappForms, 'rendered'>> => {
  const { text: body, header } = content
  const isNamed = registration?.parameterFormat === 'named'
  const lines = [...linesAbove(content), body, ...linesBelow(content)].map(parseText)
  const names = variableNames(parseText(body))
  const above = header === undefined ? [] : variableNames(parseText(header))
  const components = compileComponents(content, isNamed)
  const parameterNames = namesFor(isNamed, above, names)
  const places = [...placesAbove(content), ...placesBelow(content)]
  return {
    oneLine: [...above, ...places.flatMap(({ text: one }) => variableNames(parseText(one)))],
    values: VALUES,
    ...present({ places: formsOfPlaces(places) }),
    render: (values) => ({
      channel: 'whatsapp',
      text: lines.map((line) => fill(line, values)).join('\n'),
      headerParameters: above.map((name) => valueOf(values, name)),
      bodyParameters: names.map((name) => valueOf(values, name)),
      ...present({ parameterNames }),
      ...components(values),
      templateName: registration?.name,
      // The vendor knows the text by its registered language, in the vendor's spelling.
      language: registration?.language ?? language,
    }),
    layout: () => ONE,
    barTo: (_to, isTest) => (isTest || registration !== undefined ? undefined : UNREGISTERED),
  }
}

/** A body with a header, a footer, buttons or cards, which the vendor registers (docs/api/templates#vendor-registration). */
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
    ...componentFields(closed),
  },
  shownFields: componentFields(open),
  required: {},
  previewFields: {},
  of: ({ text: body = '', header, media, location, footer, buttons, cards }) => ({
    channel: 'whatsapp',
    text: body,
    ...present({
      header,
      media: media === undefined ? undefined : mediaIn(media),
      location: location === undefined ? undefined : locationIn(location),
      footer,
      buttons: buttons === undefined ? undefined : buttonsIn(buttons),
      cards: cards === undefined ? undefined : cardsIn(cards),
    }),
  }),
  read: (content) => {
    const [above, below] = [placesAbove(content), placesBelow(content)]
    return {
      parts: [
        ...partOf('header', content.header, MAX_LINE, true),
        ...above,
        ...partOf('text', content.text, MAX_LENGTH),
        ...partOf('footer', content.footer, MAX_LINE, true),
        ...below,
      ],
      needsVendor: true,
      untyped: undefined,
      values: VALUES,
      ...present({ places: formsOfPlaces([...above, ...below]) }),
      problems: (_examples, isOtp) => [...lintWhatsapp(content), ...lintComponents(content, isOtp)],
    }
  },
  compile,
  preview: () => ({}),
  reading: ({ text: whole }) => ({ text: whole }),
}
