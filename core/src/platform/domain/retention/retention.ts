import { type EpochMs, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { Violation } from '../verification/invariants.js'
import type { Message } from '../../../messaging/domain/messages/message.js'

/** Rows that are deleted by age if a setting says so: final messages, calls of providers, and entries of the search by recipient. */
export const RETAINED_KINDS = ['messages', 'attempts', 'search'] as const

export type RetainedKind = (typeof RETAINED_KINDS)[number]

/** For how long each kind is kept, in milliseconds; undefined: for good. */
export type RetentionLimits = Readonly<Record<RetainedKind, number | undefined>>

/** Before which moment each kind may have been deleted; 0: nothing was. */
export type PurgedKinds = Readonly<Record<RetainedKind, EpochMs>>

/** How much there is of a kind. */
export interface RetainedFigures {
  readonly kind: RetainedKind
  /** When the oldest row's message was accepted; undefined: there is none. */
  readonly oldestMs: EpochMs | undefined
  /** How many rows a day adds, by the latest ones. */
  readonly perDay: number
}

/** Invariants that are checked by a message's calls. */
const BY_ATTEMPTS: ReadonlySet<string> = new Set(['M-5', 'D-2'])

/** An id and the moment of acceptance come from two clocks. */
const CLOCKS_APART_MS = MINUTE_MS

/** Whether a violation says more than that the calls of an old message were deleted. */
export const isViolation = (
  { invariant }: Violation,
  { acceptedAtMs }: Pick<Message, 'acceptedAtMs'>,
  { attempts }: PurgedKinds,
): boolean => acceptedAtMs >= attempts + CLOCKS_APART_MS || attempts === 0 || !BY_ATTEMPTS.has(invariant)
