import { integer } from '../../kernel/codecs/integer.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { text } from '../../kernel/codecs/text.js'
import { DAY_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { parseText, variableNames } from '../../kernel/texts/placeholders.js'
import type { TextPurpose, VendorRules } from '../kind.js'
import {
  PARAMETER_FORMATS,
  WHATSAPP_CATEGORIES,
  type WhatsappCategory,
  type WhatsappForms,
} from './whatsapp-forms.js'
import { present } from '../../kernel/present.js'

const vendorName = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 128, oneLine: true, visible: true, description, example })

/**
 * How long the vendor tries to deliver a code if its template doesn't specify it
 * (docs/provider-whatsapp#requests-to-meta).
 */
const USUAL_TTL_SECONDS = 600

/** The vendor's form of names of variables. */
const PARAMETER_NAME = /^[a-z][a-z0-9_]*$/

/** The variables that are sent with their names if the vendor's template names them. */
const namedIn = ({ header = '', text: body, cards = [] }: WhatsappForms['draft']): readonly string[] =>
  [header, body, ...cards.map(({ text: own = '' }) => own)].flatMap((part) => variableNames(parseText(part)))

const misfits = (
  { category, parameterFormat }: WhatsappForms['registration'],
  content: WhatsappForms['draft'],
  isOtp: boolean,
) => {
  const unnamed = namedIn(content).filter((name) => !PARAMETER_NAME.test(name))
  return [
    ...(parameterFormat === 'named' && unnamed.length > 0
      ? [
          {
            field: 'parameterFormat',
            message: `WhatsApp's names have lower-case letters, digits and \`_\`; \`${unnamed[0]}\` is none.`,
          },
        ]
      : []),
    ...(category !== undefined && (category === 'authentication') !== isOtp
      ? [
          {
            field: 'category',
            message: 'The category is `authentication` for templates of category `otp`, and only for these.',
          },
        ]
      : []),
  ]
}

/** The category that matches a template's own one. */
const USUAL_CATEGORIES = {
  transactional: 'utility',
  otp: 'authentication',
  promotional: 'marketing',
} as const satisfies Readonly<Record<TextPurpose, WhatsappCategory>>

const usualOr = (
  registration: WhatsappForms['registration'] | undefined,
  purpose: TextPurpose,
): WhatsappCategory => registration?.category ?? USUAL_CATEGORIES[purpose]

const recategorized = (
  registration: WhatsappForms['registration'],
  given: string,
  purpose: TextPurpose,
): WhatsappForms['registration'] | undefined => {
  const category = WHATSAPP_CATEGORIES.find((one) => one === given)
  if (category === undefined || category === usualOr(registration, purpose)) return undefined
  return (category === 'authentication') === (purpose === 'otp') ? { ...registration, category } : undefined
}

/** WhatsApp's vendor, which approves every text. */
export const whatsappVendor: VendorRules<WhatsappForms> = {
  name: 'whatsapp',
  fields: {
    name: vendorName('Name of the template at WhatsApp.', 'order_shipped'),
    language: vendorName('Language code of the template at WhatsApp.', 'en_US'),
    namespace: vendorName('Namespace of the WhatsApp account.', 'c8ae5f90_307a_ca4c'),
  },
  optionalFields: {
    category: literalUnion(WHATSAPP_CATEGORIES, {
      description:
        'Category of the template at WhatsApp, which its price depends on. Default: `authentication` for the category `otp`, `marketing` for `promotional`, `utility` for `transactional`.',
    }),
    parameterFormat: literalUnion(PARAMETER_FORMATS, {
      description:
        '`named` if the template at WhatsApp names its variables; they need the same names here. Default: `positional`.',
    }),
    messageSendTtlSeconds: integer({
      min: 30,
      max: 900,
      description:
        "`message_send_ttl_seconds` of the template: how long WhatsApp tries to deliver. Default: the value isn't recorded.",
      example: 300,
    }),
  },
  questions: [
    {
      name: 'name',
      question: 'Name of the template at WhatsApp',
      placeholder: 'name',
      about: 'the name of the template at WhatsApp',
    },
    {
      name: 'language',
      question: 'Language of the template at WhatsApp',
      placeholder: 'language',
      about: 'the language of the template at WhatsApp',
    },
    {
      name: 'namespace',
      question: 'Namespace',
      placeholder: 'name',
      about: 'the namespace of the WhatsApp account',
    },
    {
      name: 'category',
      question:
        'Category of the template at WhatsApp (marketing, utility, authentication), if it is not the usual one',
      placeholder: 'category',
      about: 'the category of the template at WhatsApp: marketing, utility or authentication',
      isOptional: true,
    },
    {
      name: 'parameterFormat',
      question: 'Parameter format of the template at WhatsApp (positional, named), if it is not positional',
      placeholder: 'format',
      about: 'the parameter format of the template at WhatsApp: positional or named',
      isOptional: true,
    },
    {
      name: 'messageSendTtlSeconds',
      question: 'For how many seconds WhatsApp tries to deliver, if the template sets it',
      placeholder: 'number',
      about: 'for how many seconds WhatsApp tries to deliver',
      isOptional: true,
      isInteger: true,
    },
  ],
  usualMs: DAY_MS,
  of: ({ whatsapp: given }) => (given === undefined ? undefined : { channel: 'whatsapp', ...given }),
  misfits,
  categoryOf: usualOr,
  recategorized,
  identifiers: ({ name, language, namespace, category, parameterFormat, messageSendTtlSeconds }) => ({
    name,
    language,
    namespace,
    ...present({ category, parameterFormat, messageSendTtlSeconds }),
  }),
  nameOf: ({ name, language }) => ({ name, language }),
  triesForMs: ({ messageSendTtlSeconds = USUAL_TTL_SECONDS }) => messageSendTtlSeconds * SECOND_MS,
}
