import type { ChannelKind } from '../kind.js'
import { telephoneNumber } from '../telephone-number.js'
import { WHATSAPP_CAUSES } from './whatsapp-causes.js'
import { whatsappContent } from './whatsapp-content.js'
import type { WhatsappForms } from './whatsapp-forms.js'
import { whatsappSender } from './whatsapp-sender.js'
import { whatsappVendor } from './whatsapp-vendor.js'

/** WhatsApp messages in texts that the vendor approved; each is charged as one unit. */
export const whatsapp: ChannelKind<WhatsappForms> = {
  channel: 'whatsapp',
  label: 'WhatsApp',
  recipient: telephoneNumber,
  sender: whatsappSender,
  content: whatsappContent,
  vendor: whatsappVendor,
  unit: { name: 'a WhatsApp message', most: undefined },
  causes: WHATSAPP_CAUSES,
  carriesOtp: true,
  hasUnsubscribeLinks: false,
  legacyToggle: 'w',
  firstSteps: {
    sender: {
      option: 'whatsapp-number',
      placeholder: 'id',
      about: 'the id of the WhatsApp phone number (has a default in test)',
      question: 'ID of the WhatsApp phone number',
      form: 'Enter a number of 5 to 20 digits.',
      inTest: '100000000000001',
    },
    priceInTest: '40',
    order: { text: 'Hello {{name}}, your order {{order}} has left our warehouse.' },
    otp: undefined,
  },
}
