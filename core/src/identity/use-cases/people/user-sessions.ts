import type { UserId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

/** Where a user's sessions of a kind are, and how one of them ends to make room. */
export interface UserSessions<S> {
  /** Those that go on, oldest first, held. */
  lockLive(unit: UnitOfWork, userId: UserId, nowMs: EpochMs): Promise<readonly S[]>
  /** Ends one, in an exclusive unit. */
  end(unit: UnitOfWork, session: S, nowMs: EpochMs): void
}

/** A user has no more sessions of a kind at once: the oldest ends (docs/promises#stolen-sessions). */
const MOST_SESSIONS = 10

/** Whether one more makes the oldest end. */
export const isCrowded = (live: readonly unknown[]): boolean => live.length >= MOST_SESSIONS

/** Ends the user's oldest sessions down to as many as are allowed. */
export const makeRoom = <S>(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  { lockLive, end }: UserSessions<S>,
  userId: UserId,
): TE.TaskEither<Outage, void> =>
  storage.units.transact<never, void>('exclusive', async (unit) => {
    const nowMs = clock.nowMs()
    const live = await lockLive(unit, userId, nowMs)
    for (const session of live.slice(0, Math.max(0, live.length - MOST_SESSIONS))) end(unit, session, nowMs)
    return E.right(undefined)
  })
