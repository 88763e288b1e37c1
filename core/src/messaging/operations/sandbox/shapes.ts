import { messageId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'

export const testMessageFields = {
  channel: text({ description: 'Channel of the message.', example: 'sms' }),
  to: text({ description: 'Recipient of the message.', example: '+447400123456' }),
  from: text({ description: 'Sender that the recipient sees.', example: 'ACME' }),
  text: text({
    description: 'Text as the recipient reads it, up to 16,384 characters.',
    example: 'Your code is 424242.',
  }),
  deliveredAt: timestamp('Time at which the sandbox delivered the message.'),
} as const

export const testMessageOptions = {
  subject: text({ description: 'Subject line of an email.', example: 'Your order was shipped' }),
  otp: text({ description: 'The one-time passcode in the text.', example: '424242' }),
} as const

/**
 * A message that the sandbox delivered to a recipient of the test environment
 * (docs/api/sandbox#test-messages).
 */
export const testMessageShape = open({ messageId, ...testMessageFields }, testMessageOptions)
