import { requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { userShape } from '@postrider/core/tenancy/operations/members/shapes'
import type * as t from 'io-ts'

/** A session as it starts and is renewed (docs/api/sign-in#sessions). */
export const session = open(
  {
    tokenType: literalUnion(['Bearer'], { description: 'Always `Bearer`: how to pass the access token.' }),
    accessToken: text({
      description: 'Bearer token for /v1/control; starts with `prat_`.',
      example: 'prat_…',
    }),
    expiresIn: integer({ min: 0, description: 'Seconds until the access token expires.', example: 900 }),
    expiresAt: timestamp('Time at which the access token expires.'),
    refreshToken: text({
      description: 'Token that renews the session once; starts with `prrt_`.',
      example: 'prrt_…',
    }),
    refreshExpiresAt: timestamp("Time at which the refresh token expires if it isn't used."),
    user: userShape,
    requestId,
  },
  {},
  {
    name: 'Session',
    description: 'An active user session.',
    example: {
      tokenType: 'Bearer',
      accessToken: 'prat_…',
      expiresIn: 900,
      expiresAt: '2026-11-21T08:45:00.000Z',
      refreshToken: 'prrt_…',
      refreshExpiresAt: '2026-11-22T08:30:00.000Z',
      user: { userId: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd', email: 'asha@example.com', displayName: 'Asha' },
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type SessionBody = t.TypeOf<typeof session>
