import type * as t from 'io-ts'
import { type Suppression, suppressionEnder } from '../domain/suppression.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { ownSuppressionShape, suppressionShape } from './shapes.js'

/** A suppression as responses show it: with a masked recipient, without the recipient's digest. */
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

/** A suppression as the Organization's members see it. */
export const ownSuppressionView = ({
  suppressionId,
  maskedTo,
  source,
  scope,
  createdAtMs,
}: Suppression): t.TypeOf<typeof ownSuppressionShape> => ({
  suppressionId,
  to: maskedTo,
  source,
  scope,
  createdAt: isoTime(createdAtMs),
  endedBy: suppressionEnder({ source, maskedTo }),
})
