import { parseWriter } from '../../../channels/parse-writer.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { type RecipientId, recipientIdKey } from '../../../consent/domain/recipient-id.js'
import { type RegisteredChange, suppressRecipient } from '../../../consent/use-cases/change-consent.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import { brokenAlone } from '../../../kernel/batching/halving.js'
import { recent } from '../../../kernel/caching/recent.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { InboundId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import { DAY_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { RecipientIdentity, StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type Act, recordActs } from '../../../audit/use-cases/record-act.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import { suppressedPerson, type SuppressedPerson } from './apply-consent-change.js'

interface Needs {
  readonly storage: { readonly inbound: InboundStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
  readonly phoneNumbers: PhoneNumbers
}

const LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 100_000 }

/** The number of people whose number and id this process remembers, so that it doesn't write them again. */
const REMEMBERED = 50_000

/** A pair of an active person is written again after this time, because unused pairs are deleted after 90 days. */
const RENEWED_AFTER_MS = DAY_MS

const REASON = 'They wrote so to the sender before their number was known.'

/** A vendor's id whose number became known. */
interface Learned {
  readonly identity: RecipientIdentity
  readonly key: Digest
  readonly person: SuppressedPerson
}

const actOf = ({
  suppression: { suppressionId, organizationId, reason },
  details,
}: RegisteredChange): Act => ({
  actor: { kind: 'system', id: 'inbound' },
  action: 'suppress',
  target: suppressionId,
  organizationId,
  details,
  reason,
})

/** Suppresses the number wherever the id is suppressed. */
const suppressNumber = async (
  needs: Needs,
  unit: UnitOfWork,
  { key, person }: Learned,
  organizationIds: RecipientId['organizationIds'],
): Promise<readonly Act[]> => {
  const acts: Act[] = []
  for (const organizationId of organizationIds) {
    const byId = await unit.suppressions.lockSlot({ organizationId, recipient: key, source: 'opt_out' })
    if (byId === undefined) continue
    const wanted = { ...byId, ...person, suppressionId: needs.ids.next('sup'), reason: REASON }
    const evidence = { evidence: byId.suppressionId, givenAtMs: byId.createdAtMs }
    const suppressed = await suppressRecipient(needs, unit, wanted, evidence)
    if (E.isRight(suppressed)) acts.push(actOf(suppressed.right))
  }
  return acts
}

/** Lets messages with unattributed opt-outs be applied again, with their writer's number. */
const reopen = async (
  unit: UnitOfWork,
  messages: readonly StoredInbound[],
  number: string,
): Promise<void> => {
  for (const { inboundId } of messages) {
    const message = await unit.inbound.lock(inboundId)
    if (message?.task === 'unattributed') unit.inbound.replace({ ...message, from: number, state: 'pending' })
  }
}

/** The number of messages of a person that one unit of work lets be applied again. */
const REOPENED_AT_ONCE = 100

/** A learned id with a page of the unattributed messages that were written under it. */
interface OptedOut extends Learned {
  readonly messages: readonly StoredInbound[]
}

const isLastPage = ({ messages }: OptedOut): boolean => messages.length < REOPENED_AT_ONCE

/** Applies the opt-outs that people made under their id. They are done with their last page of messages. */
const applyOptOuts = (needs: Needs, optedOut: readonly OptedOut[]): TE.TaskEither<Outage, void> =>
  needs.storage.units.transact<never, void>('exclusive', async (unit) => {
    const acts: Act[] = []
    for (const one of optedOut) {
      const { number } = one.identity
      const record = await unit.recipientIds.lock(one.key)
      if (record === undefined || record.organizationIds.length === 0) continue
      for (const act of await suppressNumber(needs, unit, one, record.organizationIds)) acts.push(act)
      await reopen(unit, one.messages, number)
      const organizationIds = isLastPage(one) ? [] : record.organizationIds
      unit.recipientIds.replace({ ...record, number, organizationIds })
    }
    await recordActs(needs, unit, acts, needs.clock.nowMs())
    return E.right(undefined)
  })

/**
 * Applies earlier opt-outs of these people, which were stored only under their vendor's id, to their numbers.
 */
const followOptOuts = async (needs: Needs, learned: readonly Learned[]): Promise<E.Either<Outage, void>> => {
  let rest: ReadonlyArray<Learned & { readonly before?: InboundId | undefined }> = learned
  while (rest.length > 0) {
    const optedOut: OptedOut[] = []
    for (const one of rest) {
      const open = await needs.storage.inbound.unattributedBy(one.identity, one.before, REOPENED_AT_ONCE)()
      if (E.isLeft(open)) return open
      optedOut.push({ ...one, messages: open.right })
    }
    const applied = await applyOptOuts(needs, optedOut)()
    if (E.isLeft(applied)) return applied
    rest = optedOut
      .filter((one) => !isLastPage(one))
      .map((one) => ({ ...one, before: one.messages.at(-1)?.inboundId }))
  }
  return E.right(undefined)
}

/** The pairs that this process has written. */
const knownPairs = (clock: Clock) => {
  const known = recent<Digest, Pick<RecipientId, 'number' | 'learnedAtMs'>>(REMEMBERED)
  return {
    /** Whether the pair was written within a day. */
    isFresh: (key: Digest, number: string): boolean => {
      const before = known.get(key)
      return before?.number === number && clock.nowMs() - before.learnedAtMs < RENEWED_AFTER_MS
    },
    note: known.set,
  }
}

/**
 * Remembers which number belongs to a vendor's id, and suppresses the number of people who opted out under
 * their id (docs/api/delivery#inbound-messages). Right: that is stored durably, or was before. Numbers that no
 * message can be sent to are skipped.
 */
export const learnIdentities = (
  needs: Needs,
): ((identities: readonly RecipientIdentity[]) => TE.TaskEither<Outage, void>) => {
  const { storage, clock, digests, phoneNumbers, timers } = needs
  const known = knownPairs(clock)

  const toLearn = (identity: RecipientIdentity): readonly Learned[] => {
    const { providerAccountId, userId, number } = identity
    const key = recipientIdKey(providerAccountId, userId, digests.sha256)
    const recipient = parseWriter(number, (e164) => phoneNumbers.countryOf(e164))
    if (recipient === undefined || known.isFresh(key, recipient.to)) return []
    return [
      {
        identity: { ...identity, number: recipient.to },
        key,
        person: suppressedPerson(needs, recipient),
      },
    ]
  }

  const learnAll = async (learned: readonly Learned[]): Promise<E.Either<Outage, void>> => {
    const byKey = new Map(learned.map((one) => [one.key, one]))
    const learnedAtMs = clock.nowMs()
    const records = [...byKey.values()].map(({ key, identity }) => ({
      recipientIdKey: key,
      number: identity.number,
      organizationIds: [],
      learnedAtMs,
    }))
    const written = await storage.inbound.learnIds(records)()
    if (E.isLeft(written)) return written
    const optedOut = written.right.flatMap((record) => byKey.get(record.recipientIdKey) ?? [])
    const followed = await followOptOuts(needs, optedOut)
    if (E.isRight(followed))
      for (const { key, identity } of learned) known.note(key, { number: identity.number, learnedAtMs })
    return followed
  }

  const line = createBatcher<Learned, E.Either<Outage, void>>({
    ...LIMITS,
    timers,
    run: brokenAlone(
      async (learned) => {
        const done = await learnAll(learned)
        return learned.map(() => done)
      },
      (_, cause) => E.left({ _tag: 'BatchFailed', cause: errorMessage(cause) }),
    ),
  })

  return (identities) => async () => {
    const submitted = await Promise.all(identities.flatMap(toLearn).map((one) => line.submit(one)))
    for (const one of submitted) {
      if (E.isLeft(one)) return one
      if (E.isLeft(one.right)) return one.right
    }
    return E.right(undefined)
  }
}
