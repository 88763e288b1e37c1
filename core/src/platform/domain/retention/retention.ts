import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { Violation } from '../verification/invariants.js'
import type { Message } from '../../../messaging/domain/messages/message.js'

/**
 * Rows that are deleted by age if configured: final messages, provider calls, and entries of the search by
 * recipient.
 */
export const RETAINED_KINDS = ['messages', 'attempts', 'search'] as const

export type RetainedKind = (typeof RETAINED_KINDS)[number]

/** The retention of each kind, in milliseconds; undefined: forever. */
export type RetentionLimits = Readonly<Record<RetainedKind, number | undefined>>

/** The moment before which rows of each kind may have been deleted; 0: none. */
export type PurgedKinds = Readonly<Record<RetainedKind, EpochMs>>

/** The size figures of a kind. */
export interface RetainedFigures {
  readonly kind: RetainedKind
  /** When the oldest row's message was accepted; undefined: there are no rows. */
  readonly oldestMs: EpochMs | undefined
  /** How many rows are added per day, estimated from the latest ones. */
  readonly perDay: number
}

/** Invariants that are checked with a message's calls. */
const BY_ATTEMPTS: ReadonlySet<string> = new Set(['M-5', 'D-2'])

/** An id and the acceptance time come from two clocks. */
const CLOCKS_APART_MS = MINUTE_MS

/** Whether a violation is real, and not just caused by the deleted calls of an old message. */
export const isViolation = (
  { invariant }: Violation,
  { acceptedAtMs }: Pick<Message, 'acceptedAtMs'>,
  { attempts }: PurgedKinds,
): boolean => acceptedAtMs >= attempts + CLOCKS_APART_MS || attempts === 0 || !BY_ATTEMPTS.has(invariant)
