import type { ChannelKind } from '../kind.js'
import { telephoneNumber } from '../telephone-number.js'
import { dlt } from './dlt.js'
import { MAX_SMS_SEGMENTS } from './segments.js'
import { smsContent } from './sms-content.js'
import type { SmsForms } from './sms-forms.js'
import { smsSender } from './sms-sender.js'

/** SMS, charged by segment; texts for India follow DLT. */
export const sms: ChannelKind<SmsForms> = {
  channel: 'sms',
  label: 'SMS',
  recipient: telephoneNumber,
  sender: smsSender,
  content: smsContent,
  vendor: dlt,
  unit: {
    name: 'a segment of an SMS',
    most: {
      count: MAX_SMS_SEGMENTS,
      problem: `The text would take more than ${MAX_SMS_SEGMENTS} SMS segments.`,
    },
  },
  carriesOtp: true,
  hasUnsubscribeLinks: false,
  codesAreFilledIn: true,
  legacyToggle: 's',
  firstSteps: {
    sender: {
      option: 'sender-id',
      placeholder: 'id',
      about: 'sender ID of SMS (has a default in test)',
      question: 'Sender ID of SMS',
      form: 'Enter 2 to 11 letters, digits, blanks and hyphens, or a number of 3 to 15 digits.',
      inTest: 'STARTR',
    },
    priceInTest: '25',
    // Also written for +91: each variable has a type with a DLT tag.
    order: { text: 'Hello {{name}}, your order {{order}} has left our warehouse.', dlt: true },
    otp: { text: '{{code}} is your code. It is valid for five minutes. Do not share it.', dlt: true },
  },
}
