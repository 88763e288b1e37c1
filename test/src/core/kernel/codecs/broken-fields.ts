import type { Decoded } from '@postrider/core/kernel/codecs/compile'
import { E } from '@postrider/core/fp'

/** The broken fields of a verdict as `field code`, in order; none when it is good. */
export const brokenFields = (decoded: Decoded<unknown>): readonly string[] =>
  E.isLeft(decoded) ? decoded.left.map(({ field, code }) => `${field} ${code}`) : []
