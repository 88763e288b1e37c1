import { integer } from '../../kernel/codecs/integer.js'
import { text } from '../../kernel/codecs/text.js'
import { DAY_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { VendorRules } from '../kind.js'
import type { WhatsappForms } from './whatsapp-forms.js'
import { present } from '../../kernel/present.js'

const vendorName = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 128, oneLine: true, visible: true, description, example })

/**
 * How long the vendor tries to deliver a code if its template doesn't specify it
 * (docs/provider-whatsapp#what-is-sent).
 */
const USUAL_TTL_SECONDS = 600

/** WhatsApp's vendor, which approves every text. */
export const whatsappVendor: VendorRules<WhatsappForms> = {
  name: 'whatsapp',
  fields: {
    name: vendorName('Name of the template at WhatsApp.', 'order_shipped'),
    language: vendorName('Language code of the template at WhatsApp.', 'en_US'),
    namespace: vendorName('Namespace of the WhatsApp account.', 'c8ae5f90_307a_ca4c'),
  },
  optionalFields: {
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
  identifiers: ({ name, language, namespace, messageSendTtlSeconds }) => ({
    name,
    language,
    namespace,
    ...present({ messageSendTtlSeconds }),
  }),
  nameOf: ({ name, language }) => ({ name, language }),
  triesForMs: ({ messageSendTtlSeconds = USUAL_TTL_SECONDS }) => messageSendTtlSeconds * SECOND_MS,
}
