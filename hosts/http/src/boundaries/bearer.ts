import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'

/** The scheme in any case, the token in the characters of RFC 6750 2.1. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The bearer value of the request; undefined if it is missing, malformed, or sent twice. */
export const bearerOf = ({ authorization }: HeaderStrings): string | undefined =>
  typeof authorization === 'string' ? BEARER.exec(authorization)?.[1] : undefined
