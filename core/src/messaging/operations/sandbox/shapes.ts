import { messageId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'

export const testMessageFields = {
  channel: text({ description: 'The channel of the message.', example: 'sms' }),
  to: text({ description: 'The recipient of the message.', example: '+447400123456' }),
  from: text({ description: 'The sender that the recipient sees.', example: 'ACME' }),
  text: text({
    description: 'The text as the recipient reads it; at most 16,384 characters of it are kept.',
    example: 'Your code is 424242.',
  }),
  deliveredAt: timestamp('When the sandbox delivered the message.'),
} as const

export const testMessageOptions = {
  subject: text({ description: 'The subject of an email.', example: 'Your order was shipped' }),
  otp: text({ description: 'The one-time passcode that the text carries.', example: '424242' }),
} as const

/**
 * A message that the sandbox delivered to a recipient of the test environment (docs/contract#test-messages).
 */
export const testMessageShape = open({ messageId, ...testMessageFields }, testMessageOptions)
