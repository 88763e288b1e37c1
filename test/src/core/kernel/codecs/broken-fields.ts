import type { Decoded } from '@postrider/core/kernel/codecs/compile'
import { E } from '@postrider/core/fp'

/** The invalid fields of a verdict as `field code`, in order. Empty if it is valid. */
export const brokenFields = (decoded: Decoded<unknown>): readonly string[] =>
  E.isLeft(decoded) ? decoded.left.map(({ field, code }) => `${field} ${code}`) : []
