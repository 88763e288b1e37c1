import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'

/** The query of DELETE /v1/sessions. */
export const signOutQuery = closed(
  {},
  {
    all: literalUnion(['true', 'false'], {
      description: '`true` ends all sessions of the user. Default: only the session of the access token.',
    }),
  },
)
