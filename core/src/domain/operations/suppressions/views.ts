import type * as t from 'io-ts'
import type { Suppression } from '../../suppressions/suppression.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { suppressionShape } from './shapes.js'

/** A suppression as it is answered: its recipient masked, and never the digest that finds it. */
export const suppressionView = ({
  suppressionId,
  organizationId,
  maskedTo,
  source,
  scope,
  reason,
  createdAtMs,
}: Suppression): t.TypeOf<typeof suppressionShape> => ({
  suppressionId,
  organizationId,
  to: maskedTo,
  source,
  scope,
  reason,
  createdAt: isoTime(createdAtMs),
})
