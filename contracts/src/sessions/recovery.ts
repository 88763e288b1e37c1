import { requestId } from '@postrider/core/kernel/codecs/identifiers'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { emailAddress } from '@postrider/core/kernel/codecs/email-text'
import type * as t from 'io-ts'

/** The body of POST /v1/password-recovery (docs/api/sign-in#password-recovery). */
export const recoveryRequest = closed(
  { email: emailAddress },
  {},
  {
    name: 'RecoveryRequest',
    description: 'The account whose password is forgotten.',
    example: { email: 'asha@example.com' },
  },
)

export type RecoveryRequest = t.TypeOf<typeof recoveryRequest>

/** Its response, which reveals nothing (docs/api/sign-in#password-recovery). */
export const recoveryAnswer = open(
  { requestId },
  {},
  {
    name: 'RecoveryAnswer',
    description: 'Confirms that the request was received, nothing more.',
    example: { requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd' },
  },
)

export type RecoveryAnswer = t.TypeOf<typeof recoveryAnswer>
