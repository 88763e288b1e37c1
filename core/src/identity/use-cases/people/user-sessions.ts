import type { UserId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'

/** The storage of a user's sessions of one kind, and how to end one to make room. */
export interface UserSessions<S> {
  /** The valid sessions, oldest first, locked. */
  lockLive(unit: UnitOfWork, userId: UserId, nowMs: EpochMs): Promise<readonly S[]>
  /** Ends one, in an exclusive unit. */
  end(unit: UnitOfWork, session: S, nowMs: EpochMs): void
}

/**
 * The most sessions of a kind that a user can have; beyond it the oldest ends
 * (docs/promises#stolen-sessions).
 */
const MOST_SESSIONS = 10

/** Whether another session makes the oldest one end. */
export const isCrowded = (live: readonly unknown[]): boolean => live.length >= MOST_SESSIONS

interface Needs {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** Ends the user's oldest sessions until the limit is met. */
export const makeRoom = <S>(
  { storage, clock }: Needs,
  { lockLive, end }: UserSessions<S>,
  userId: UserId,
): TE.TaskEither<Outage, void> =>
  storage.units.transact<never, void>('exclusive', async (unit) => {
    const nowMs = clock.nowMs()
    const live = await lockLive(unit, userId, nowMs)
    for (const session of live.slice(0, Math.max(0, live.length - MOST_SESSIONS))) end(unit, session, nowMs)
    return E.right(undefined)
  })
