import { greatestOf } from '../../../kernel/numbers/extremes.js'
import type { Origin } from '../../../audit/domain/audit-event.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import {
  blockedForMs,
  countAttempt,
  isFamiliar,
  newThrottle,
  ofSite,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_CLIENT,
  succeeded,
  takeBack,
  type Throttle,
} from '../../../limits/domain/throttle.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, tooManyRequests } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'

interface Needs {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** The kinds of attempts: each is counted separately. */
type AttemptKind = 'sign-in' | 'second-factor'

/** The keys that an attempt is counted by. */
export interface ThrottleKeys {
  /** For the address, shared by all unknown clients. */
  readonly address: Digest
  /** For the address as used by this client: a client that succeeded before is counted separately. */
  readonly here: Digest
  readonly client: Digest
  /** For the /48 of an IPv6 client. */
  readonly site: Digest | undefined
}

interface ThrottleKeysNeeds {
  readonly ipAddresses: IpAddresses
  readonly keyedDigests: KeyedDigests
}

/** The keys of an address and of the attempt's client; they don't depend on whether the user exists. */
export const throttleKeys = (
  { keyedDigests, ipAddresses }: ThrottleKeysNeeds,
  kind: AttemptKind,
  emailKey: string,
  { clientAddress }: Origin,
): ThrottleKeys => {
  const network = clientAddress === undefined ? '' : ipAddresses.networkOf(clientAddress)
  const site = clientAddress === undefined ? undefined : ipAddresses.siteOf(clientAddress)
  const of = (...fields: readonly string[]): Digest => keyedDigests.of('throttle', frame(fields))
  return {
    address: of(`${kind}-address`, emailKey),
    here: of(`${kind}-here`, emailKey, network),
    client: of(`${kind}-client`, network),
    site: site === undefined ? undefined : of(`${kind}-client`, site),
  }
}

/** The throttles of an attempt; a missing one has no failures. */
type Throttles = { readonly [K in Exclude<keyof ThrottleKeys, 'site'>]: Throttle } & {
  readonly site: Throttle | undefined
  readonly isNew: ReadonlySet<Digest>
}

/** All keys of an attempt. */
export const keysOf = ({ address, here, client, site }: ThrottleKeys): readonly Digest[] =>
  [address, here, client, site].filter((key) => key !== undefined)

const throttlesOf = (keys: ThrottleKeys, throttles: readonly Throttle[], nowMs: number): Throttles => {
  const found = new Map(throttles.map((throttle) => [throttle.key, throttle]))
  const of = (key: Digest): Throttle => found.get(key) ?? newThrottle(key, nowMs)
  const isNew = new Set(keysOf(keys).filter((key) => !found.has(key)))
  const site = keys.site === undefined ? undefined : of(keys.site)
  return { address: of(keys.address), here: of(keys.here), client: of(keys.client), site, isNew }
}

const lockAll = async (unit: UnitOfWork, keys: ThrottleKeys, nowMs: number): Promise<Throttles> =>
  throttlesOf(keys, await unit.throttles.lockAll(keysOf(keys)), nowMs)

/** A client that has signed in before is counted separately, so that other clients can't lock it out. */
const ownOf = ({ address, here }: Throttles, nowMs: number): Throttle =>
  isFamiliar(here, nowMs) ? here : address

/** The throttles of the client. */
const clientsOf = ({ client, site }: Throttles): readonly Throttle[] =>
  site === undefined ? [client] : [client, site]

/** TooManyRequests if no attempt is allowed now. */
const checkLocked = (tries: Throttles, nowMs: number): E.Either<Refusal, Throttles> => {
  const counted = [ownOf(tries, nowMs), ...clientsOf(tries)]
  const waitMs = greatestOf(counted.map((throttle) => blockedForMs(throttle, nowMs)))
  return waitMs > 0 ? E.left(tooManyRequests(waitMs)) : E.right(tries)
}

/** TooManyRequests if no attempt is allowed now, according to these throttles, which aren't locked. */
export const checkThrottles = (
  keys: ThrottleKeys,
  throttles: readonly Throttle[],
  nowMs: number,
): E.Either<Refusal, unknown> => checkLocked(throttlesOf(keys, throttles, nowMs), nowMs)

const save = (unit: UnitOfWork, throttle: Throttle, isNew: ReadonlySet<Digest>): void =>
  isNew.has(throttle.key) ? unit.throttles.add(throttle) : unit.throttles.replace(throttle)

/** The blocks that prevent an attempt, according to these throttles, each with its key. */
export const blocksOf = (
  keys: ThrottleKeys,
  throttles: readonly Throttle[],
  nowMs: number,
): ReadonlyArray<{ readonly key: Digest; readonly endMs: EpochMs }> => {
  const tries = throttlesOf(keys, throttles, nowMs)
  // For everyone who tries an address from here; the owner may be a known client elsewhere.
  const own = { key: keys.here, endMs: ownOf(tries, nowMs).blockedUntilMs }
  const clients = clientsOf(tries).map(({ key, blockedUntilMs: endMs }) => ({ key, endMs }))
  return [own, ...clients].filter(({ endMs }) => endMs > nowMs)
}

/** The consequences if a counted attempt turns out to be a failure. */
export interface CountedAttempt {
  /** Until when the address can't be used from here; 0: the failure starts no block. */
  readonly blockedUntilMs: EpochMs
  /** Whether no earlier failure started a block. */
  readonly isFirstBlock: boolean
}

const countedOf = ({ failures, blockedUntilMs }: Throttle, nowMs: EpochMs): CountedAttempt => ({
  blockedUntilMs: blockedUntilMs > nowMs ? blockedUntilMs : 0,
  isFirstBlock: failures === SIGN_IN_BY_ADDRESS.free,
})

/**
 * Counts an attempt as failed before its result is known, so that concurrent attempts can't exceed the free
 * number (docs/api/sign-in#throttling). TooManyRequests if no attempt is allowed now; that isn't counted.
 */
export const reserveAttempt =
  ({ storage, clock }: Needs) =>
  (keys: ThrottleKeys): TE.TaskEither<Refusal | Outage, CountedAttempt> =>
    storage.units.transact<Refusal, CountedAttempt>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      const allowed = checkLocked(await lockAll(unit, keys, nowMs), nowMs)
      if (E.isLeft(allowed)) return allowed
      const { client, site, isNew } = allowed.right
      const own = countAttempt(ownOf(allowed.right, nowMs), SIGN_IN_BY_ADDRESS, nowMs)
      save(unit, own, isNew)
      save(unit, countAttempt(client, SIGN_IN_BY_CLIENT, nowMs), isNew)
      if (site !== undefined) save(unit, countAttempt(site, ofSite(SIGN_IN_BY_CLIENT), nowMs), isNew)
      return E.right(countedOf(own, nowMs))
    })

/** Records a success: the failures of the address are cleared, and this client is known from now on. */
export const clearAttempts = async (unit: UnitOfWork, keys: ThrottleKeys, nowMs: number): Promise<void> => {
  const tries = await lockAll(unit, keys, nowMs)
  const { address, here, isNew } = tries
  if (!isNew.has(address.key)) save(unit, newThrottle(address.key, nowMs), isNew)
  save(unit, succeeded(here, nowMs), isNew)
  for (const client of clientsOf(tries)) save(unit, takeBack(client), isNew)
}

/** Takes back an attempt that couldn't be made after all. */
export const cancelAttempt =
  ({ storage, clock }: Needs) =>
  (keys: ThrottleKeys): TE.TaskEither<Outage, void> =>
    storage.units.transact<never, void>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      const tries = await lockAll(unit, keys, nowMs)
      save(unit, takeBack(ownOf(tries, nowMs)), tries.isNew)
      for (const client of clientsOf(tries)) save(unit, takeBack(client), tries.isNew)
      return E.right(undefined)
    })
