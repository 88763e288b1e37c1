import { OTP_CHANNELS } from '../../../channels/channels.js'
import { telephoneNumber } from '../../../channels/telephone-number.js'
import { USUAL_CHALLENGE_MS } from '../../../otp/domain/challenge.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type * as t from 'io-ts'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { closed } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { variableName, variableValues } from '../../../templates/domain/variable-values.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'

/** The body of POST /v1/otp (docs/api/otp#otp-request); the credential determines project and app. */
export const otpRequest = closed(
  {
    channel: literalUnion(OTP_CHANNELS, { description: 'Channel to send the code on.' }),
    to: text({
      minLength: 1,
      maxLength: 320,
      oneLine: true,
      shownPattern: telephoneNumber.pattern,
      description: 'One recipient: a phone number in E.164 format with its leading `+`.',
      example: '+447400123456',
    }),
    templateId: identifier(
      'ID of an approved OTP template of the channel.',
      'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    otpVariable: variableName,
    otpLength: defaulted(
      integer({ min: 4, max: 10, description: 'Number of digits of the code.', example: 6 }),
      6,
    ),
    ttlSeconds: defaulted(
      integer({ min: 30, max: 900, description: 'Seconds until the code expires.', example: 300 }),
      USUAL_CHALLENGE_MS / SECOND_MS,
    ),
  },
  { variables: variableValues },
  {
    name: 'OtpRequest',
    description: 'Sends a one-time passcode to one recipient. Postrider generates the code.',
    example: {
      channel: 'sms',
      to: '+447400123456',
      templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
      otpVariable: 'code',
      otpLength: 6,
      ttlSeconds: 300,
    },
  },
)

export type OtpRequest = t.TypeOf<typeof otpRequest>
