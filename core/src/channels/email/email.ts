import type { ChannelKind } from '../kind.js'
import { emailContent } from './email-content.js'
import type { EmailForms } from './email-forms.js'
import { emailRecipient } from './email-recipient.js'
import { emailSender } from './email-sender.js'

/** Emails; each is charged as one unit, for any address. */
export const email: ChannelKind<EmailForms> = {
  channel: 'email',
  label: 'email',
  recipient: emailRecipient,
  sender: emailSender,
  content: emailContent,
  vendor: undefined,
  unit: { name: 'an email', most: undefined },
  carriesOtp: false,
  hasUnsubscribeLinks: true,
  legacyToggle: 'e',
  firstSteps: {
    sender: {
      option: 'from',
      placeholder: 'address',
      about: "sender of emails (default in test: the first super admin's address)",
      question: 'Sender address of emails',
      form: 'Enter one email address, for example olu@example.com.',
      inTest: undefined,
    },
    priceInTest: '4',
    order: {
      subject: 'Your order {{order}}',
      text: 'Hello {{name}},\n\nyour order {{order}} has left our warehouse.\n',
      html: '<p>Hello {{name}},</p><p>your order <b>{{order}}</b> has left our warehouse.</p>',
    },
    otp: undefined,
  },
}
