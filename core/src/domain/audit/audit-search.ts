import type { EpochMs } from '../time/epoch-ms.js'
import type { AuditEvent } from './audit-event.js'

/** Which events are looked for; undefined: whatever it is. */
export interface AuditSearch {
  /** The actor's identifier: a person's, also where an Agent acted for them. */
  readonly actorId: string | undefined
  readonly action: string | undefined
  /** At this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Before this moment. */
  readonly toMs: EpochMs | undefined
}

/** Whether an event is one that is looked for. */
export const isSoughtEvent = (
  { actor, action: done, atMs }: AuditEvent,
  { actorId, action, fromMs, toMs }: AuditSearch,
): boolean =>
  (actorId === undefined || actor.id === actorId) &&
  (action === undefined || done === action) &&
  (fromMs === undefined || atMs >= fromMs) &&
  (toMs === undefined || atMs < toMs)
