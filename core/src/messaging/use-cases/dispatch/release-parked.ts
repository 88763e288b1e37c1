import { LANES } from '../../../kernel/messages/lane.js'
import { isOpen, letsThrough } from '../../../providers/domain/calls/circuit-breaker.js'
import { nextRelease, type ReleaseProgress } from '../../domain/dispatch/release-pace.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { ParkedMessages, OutboxStorage } from '../../ports/outbox-storage.js'
import type { AccountCircuits } from '../../../providers/use-cases/calls/account-circuits.js'
import type { OpenProviders } from '../../../providers/use-cases/calls/open-providers.js'

/**
 * The number of messages released to try an account. One is sent; the others are spares in case it has
 * expired or another process has it.
 */
const TRIED = 3

/** The interval between tries of an account that couldn't be opened. */
const UNOPENED_EVERY_MS = 10 * SECOND_MS

/** Due messages are released in batches of this size. */
const DUE_AT_ONCE = 2_000

/** The interval between searches for parked messages, and the shorter one while some are being released. */
const QUIET_MS = SECOND_MS
const BUSY_MS = 200

/** How this process can use an account: it works as far as is known, can be tried, or rests. */
type AccountUse = 'works' | 'try' | 'rests'

interface Needs {
  readonly storage: { readonly outbox: OutboxStorage }
  readonly clock: Clock
}
type Circuits = Pick<AccountCircuits, 'of' | 'answered'>

/**
 * The accounts that this process can use now. An account that couldn't be opened is tried every ten seconds.
 */
const accountUses = ({ clock }: Needs, circuits: Circuits, providers: Pick<OpenProviders, 'isUnopened'>) => {
  const triedAtMs = new Map<ProviderAccountId, EpochMs>()
  return (accountId: ProviderAccountId): AccountUse => {
    const nowMs = clock.nowMs()
    const breaker = circuits.of(accountId)
    if (isOpen(breaker)) return letsThrough(breaker, nowMs) ? 'try' : 'rests'
    if (!providers.isUnopened(accountId)) return 'works'
    const last = triedAtMs.get(accountId)
    if (last !== undefined && nowMs < last + UNOPENED_EVERY_MS) return 'rests'
    triedAtMs.set(accountId, nowMs)
    return 'try'
  }
}

const inOrder = (parked: readonly ParkedMessages[]): readonly ParkedMessages[] =>
  LANES.flatMap((lane) => parked.filter((one) => one.lane === lane))

/**
 * Releases parked messages (docs/promises#outages-of-accounts): those whose validity has ended or that were
 * made due, and a few if an account can be tried. If an account works again, it releases as many as the
 * account takes, most urgent lanes first. The rest stays parked at no cost. Right: the milliseconds until the
 * next search. Only one turn may run at a time.
 */
export const releaseParked = (
  needs: Needs,
  circuits: Circuits,
  providers: Pick<OpenProviders, 'isUnopened'>,
): (() => TE.TaskEither<StorageUnavailable, number>) => {
  const { clock } = needs
  const { outbox } = needs.storage
  const useOf = accountUses(needs, circuits, providers)
  let paces = new Map<string, ReleaseProgress>()

  /** The number of these messages to release now. Only the most urgent messages try an account. */
  const limitOf = (
    { lane, key, accountIds }: ParkedMessages,
    uses: ReadonlyMap<ProviderAccountId, AccountUse>,
    tried: Set<ProviderAccountId>,
  ): { readonly limit: number; readonly pace?: ReleaseProgress } => {
    const isUsable = accountIds.length === 0 || accountIds.some((id) => uses.get(id) === 'works')
    if (isUsable) {
      const answered = accountIds.reduce((sum, id) => sum + circuits.answered(id), 0)
      return nextRelease(paces.get(`${lane} ${key}`), answered)
    }
    const toTry = accountIds.filter((id) => uses.get(id) === 'try' && !tried.has(id))
    for (const id of toTry) tried.add(id)
    return { limit: toTry.length === 0 ? 0 : TRIED }
  }

  const turn = async (parked: readonly ParkedMessages[]): Promise<E.Either<StorageUnavailable, number>> => {
    const due = await outbox.releaseDue(parked, DUE_AT_ONCE, clock.nowMs())()
    if (E.isLeft(due)) return due
    const ids = new Set(parked.flatMap(({ accountIds }) => accountIds))
    const uses = new Map([...ids].map((id) => [id, useOf(id)]))
    const tried = new Set<ProviderAccountId>()
    const next = new Map<string, ReleaseProgress>()
    for (const one of inOrder(parked)) {
      const { limit, pace } = limitOf(one, uses, tried)
      if (pace !== undefined) next.set(`${one.lane} ${one.key}`, pace)
      if (limit === 0) continue
      const released = await outbox.release(one, limit, clock.nowMs())()
      if (E.isLeft(released)) return released
    }
    paces = next
    if (due.right === DUE_AT_ONCE) return E.right(0)
    return E.right(next.size > 0 ? BUSY_MS : QUIET_MS)
  }

  return () => async () => {
    const parked = await outbox.parked()()
    if (E.isLeft(parked)) return parked
    if (parked.right.length > 0) return turn(parked.right)
    paces = new Map()
    return E.right(QUIET_MS)
  }
}
