import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AuditEvent } from './audit-event.js'

/** A filter for events; undefined fields match everything. */
export interface AuditSearch {
  /** The actor's identifier: the person's, also if an Agent acted for them. */
  readonly actorId: string | undefined
  readonly action: string | undefined
  /** The affected record's full identifier. */
  readonly target: string | undefined
  /** At this time or later. */
  readonly fromMs: EpochMs | undefined
  /** Before this time. */
  readonly toMs: EpochMs | undefined
}

/** Whether an event matches the filter. */
export const isSoughtEvent = (
  { actor, action: done, target: concerned, atMs }: AuditEvent,
  { actorId, action, target, fromMs, toMs }: AuditSearch,
): boolean =>
  (actorId === undefined || actor.id === actorId) &&
  (action === undefined || done === action) &&
  (target === undefined || concerned === target) &&
  (fromMs === undefined || atMs >= fromMs) &&
  (toMs === undefined || atMs < toMs)
