import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AuditEvent } from './audit-event.js'

/** Which events are looked for; undefined: whatever it is. */
export interface AuditSearch {
  /** The actor's identifier: a person's, also where an Agent acted for them. */
  readonly actorId: string | undefined
  readonly action: string | undefined
  /** What it concerned: its whole identifier. */
  readonly target: string | undefined
  /** At this moment or later. */
  readonly fromMs: EpochMs | undefined
  /** Before this moment. */
  readonly toMs: EpochMs | undefined
}

/** Whether an event is one that is looked for. */
export const isSoughtEvent = (
  { actor, action: done, target: concerned, atMs }: AuditEvent,
  { actorId, action, target, fromMs, toMs }: AuditSearch,
): boolean =>
  (actorId === undefined || actor.id === actorId) &&
  (action === undefined || done === action) &&
  (target === undefined || concerned === target) &&
  (fromMs === undefined || atMs >= fromMs) &&
  (toMs === undefined || atMs < toMs)
