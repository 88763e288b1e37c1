import { text } from '../../kernel/codecs/text.js'
import type { SenderRules } from '../kind.js'
import type { WhatsappForms } from './whatsapp-forms.js'

/** The vendor's ID of a phone number (docs/api/access#service-configuration). */
export const whatsappSender: SenderRules<WhatsappForms> = {
  main: 'phoneNumberId',
  kinds: { whatsapp_number: /^[0-9]+$/ },
  fields: {
    phoneNumberId: text({
      pattern: /^[0-9]{5,20}$/,
      description: 'WhatsApp: ID of the phone number at WhatsApp.',
      example: '100000000000001',
    }),
  },
  shownFields: {
    phoneNumberId: text({
      description: 'WhatsApp: ID of the phone number at WhatsApp.',
      example: '100000000000001',
    }),
  },
  of: ({ phoneNumberId = '' }) => ({ channel: 'whatsapp', phoneNumberId }),
  problems: () => [],
  shown: (sender) => sender,
}
