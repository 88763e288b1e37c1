import { countCodePoints } from '../../kernel/codecs/count-code-points.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { fill, parseText, type Values } from '../../kernel/texts/placeholders.js'
import { partOf } from '../content-part.js'
import type { CompiledContent, ContentOf, ContentRules, RecordOf } from '../kind.js'
import { MAX_SMS_SEGMENTS, SMS_ENCODINGS, smsFilling, smsLayout } from './segments.js'
import type { SmsForms } from './sms-forms.js'
import { present } from '../../kernel/present.js'

/** India: its mobile carriers deliver only texts that are registered with DLT. */
const INDIA = '+91'

/** The maximum length that DLT platforms register. */
const MAX_LENGTH = 2_000

const UNTAGGED = 'An SMS to +91 needs a template with `dlt` true.'
const UNREGISTERED = 'An SMS to +91 needs a template with a DLT registration.'

const segmentProblems = (text: string, examples: Values): readonly FieldProblem[] => {
  const { segments } = smsLayout(fill(parseText(text), examples))
  if (segments <= MAX_SMS_SEGMENTS) return []
  const message = `With the example values, the text takes more than ${MAX_SMS_SEGMENTS} segments.`
  return [bodyProblem('/content/text', 'too_long', message)]
}

const compile = ({
  text,
  dlt,
  registration,
}: ContentOf<SmsForms>): CompiledContent<RecordOf<SmsForms, 'rendered'>> => {
  const parsed = parseText(text)
  return {
    oneLine: [],
    render: (values) => {
      const filled = fill(parsed, values)
      return { channel: 'sms', text: filled, ...smsLayout(filled) }
    },
    layout: (values) => {
      const { encoding, segments } = smsLayout(fill(parsed, values))
      return { encoding, units: segments }
    },
    // The sandbox needs no vendor, but texts that it sends to +91 must still be written for India.
    barTo: (to, isTest) => {
      if (registration !== undefined || !to.startsWith(INDIA)) return undefined
      if (!isTest) return UNREGISTERED
      return dlt === true ? undefined : UNTAGGED
    },
  }
}

/** A text that is sent in segments; `dlt` marks texts for +91 (docs/api/templates#vendor-registration). */
export const smsContent: ContentRules<SmsForms> = {
  maxLength: MAX_LENGTH,
  fields: {
    dlt: flag({
      description:
        'SMS: `true` if the template is for numbers in India (+91). Each variable then needs a type other than `text`.',
    }),
  },
  required: {},
  previewFields: {
    characters: integer({ min: 0, description: 'SMS: number of characters.', example: 32 }),
    encoding: literalUnion(SMS_ENCODINGS, { description: 'SMS: character encoding of the text.' }),
    segments: integer({
      min: 1,
      description: 'SMS: number of segments that are sent and charged.',
      example: 1,
    }),
    filled: integer({
      min: 0,
      description:
        'SMS: used length of the segments, in septets for GSM-7 and otherwise in UTF-16 code units.',
      example: 32,
    }),
    room: integer({ min: 1, description: 'SMS: available length of this number of segments.', example: 160 }),
  },
  of: ({ text = '', dlt }) => ({ channel: 'sms', text, ...present({ dlt }) }),
  read: ({ text, dlt }) => ({
    parts: partOf('text', text, MAX_LENGTH),
    needsVendor: dlt === true,
    untyped: dlt === true ? 'In an SMS to +91, variables must have a type other than text.' : undefined,
    problems: (examples) => (examples === undefined ? [] : segmentProblems(text, examples)),
  }),
  compile,
  preview: ({ text, encoding, segments }) => ({
    characters: countCodePoints(text, false),
    encoding,
    segments,
    ...smsFilling(text),
  }),
  reading: ({ text }) => ({ text }),
}
