import { text } from '../../codecs/text.js'
import { DAY_MS } from '../../time/epoch-ms.js'
import type { VendorRules } from '../kind.js'
import type { WhatsappForms } from './whatsapp-forms.js'

const vendorName = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 128, oneLine: true, visible: true, description, example })

/** WhatsApp's vendor, who approves every text. */
export const whatsappVendor: VendorRules<WhatsappForms> = {
  name: 'whatsapp',
  fields: {
    name: vendorName('What its vendor calls it.', 'order_shipped'),
    language: vendorName('Its language, as the vendor writes it.', 'en_US'),
    namespace: vendorName("The vendor's namespace of the account.", 'c8ae5f90_307a_ca4c'),
  },
  questions: [
    {
      name: 'name',
      question: 'What the vendor calls it',
      placeholder: 'name',
      about: 'what the vendor calls it',
    },
    {
      name: 'language',
      question: 'Its language at the vendor',
      placeholder: 'language',
      about: 'its language at the vendor',
    },
    { name: 'namespace', question: 'Namespace', placeholder: 'name', about: "the vendor's namespace" },
  ],
  usualMs: DAY_MS,
  of: ({ whatsapp: given }) => (given === undefined ? undefined : { channel: 'whatsapp', ...given }),
  identifiers: ({ name, language, namespace }) => ({ name, language, namespace }),
}
