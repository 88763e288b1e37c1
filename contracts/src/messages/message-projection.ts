import type { messageShape } from '@postrider/core/domain/operations/messages/shapes'
import type * as t from 'io-ts'

/** A message as it stands, as sending credentials read it (specification 2.4). */
export type MessageProjection = t.TypeOf<typeof messageShape>
