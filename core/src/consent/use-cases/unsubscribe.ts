import { E, type TE } from '../../fp.js'
import type { UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import { type Act, type AuditNeeds, recordActs } from '../../audit/use-cases/record-act.js'
import type { Origin } from '../../audit/domain/audit-event.js'
import { createBatcher } from '../../kernel/batching/batcher.js'
import { brokenAlone } from '../../kernel/batching/halving.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import type { Timers } from '../../kernel/ports/timers.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { errorMessage } from '../../kernel/texts/error-message.js'
import { OPT_OUT_POLICY } from '../domain/opt-out-policy.js'
import { type Suppression, suppressionKey } from '../domain/suppression.js'
import { readUnsubscribeContent, UNSUBSCRIBE_PLACE, type Unsubscriber } from '../domain/unsubscribe-link.js'
import { type ConsentNeeds, type RegisteredChange, suppressRecipient } from './change-consent.js'

const REASON = 'The recipient used the unsubscribe link of an email.'

/**
 * One unit of work for many, because each unit that adds a suppression makes every process reload its catalog. Mail
 * programs can send many within seconds after a campaign.
 */
const LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 1_000 }

const UNKNOWN = E.left(refusal('NotFound'))

/**
 * The recipient whom an unsubscribe link names (docs/api/delivery#unsubscribe-links). NotFound if Postrider didn't
 * make the link, or this process no longer has the key with which it was sealed. It changes nothing: programs that
 * scan links don't unsubscribe anybody.
 */
export const readUnsubscribeLink =
  ({ keyRing }: { readonly keyRing: KeyRing }) =>
  (token: string): E.Either<Refusal, Unsubscriber> => {
    try {
      const opened = keyRing.open(token, UNSUBSCRIBE_PLACE)
      return E.isLeft(opened) ? UNKNOWN : E.right(readUnsubscribeContent(opened.right))
    } catch {
      return UNKNOWN
    }
  }

interface Needs extends AuditNeeds, ConsentNeeds {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly keyRing: KeyRing
}

interface Wish {
  readonly unsubscriber: Unsubscriber
  readonly origin: Origin
}

const wantedOf = ({ ids, clock }: Needs, wish: Wish): Suppression => {
  const { organizationId, recipient, maskedTo } = wish.unsubscriber
  return {
    suppressionId: ids.next('sup'),
    organizationId,
    recipient,
    maskedTo,
    source: OPT_OUT_POLICY.unsubscribe.source,
    scope: OPT_OUT_POLICY.unsubscribe.scope,
    reason: REASON,
    createdAtMs: clock.nowMs(),
  }
}

const actOf = (
  { suppression: { suppressionId, organizationId, reason }, details }: RegisteredChange,
  origin: Origin,
): Act => ({
  actor: { kind: 'system', id: 'unsubscribe' },
  action: 'suppress',
  target: suppressionId,
  organizationId,
  details,
  reason,
  origin,
})

/** Adds the suppressions that don't exist yet, and returns their audit events. */
const suppressAll = async (
  needs: Needs,
  unit: UnitOfWork,
  wishes: readonly Wish[],
): Promise<readonly Act[]> => {
  const acts: Act[] = []
  const added = new Set<string>()
  for (const wish of wishes) {
    const key = suppressionKey(wish.unsubscriber)
    if (added.has(key)) continue
    added.add(key)
    const wanted = wantedOf(needs, wish)
    const evidence = { evidence: REASON, givenAtMs: wanted.createdAtMs }
    const suppressed = await suppressRecipient(needs, unit, wanted, evidence)
    // Otherwise an opt-out of the recipient covers promotional messages already.
    if (E.isRight(suppressed)) acts.push(actOf(suppressed.right, wish.origin))
  }
  return acts
}

const suppressTogether = (needs: Needs, wishes: readonly Wish[]): TE.TaskEither<Outage, void> =>
  needs.storage.units.transact<never, void>('exclusive', async (unit) => {
    const acts = await suppressAll(needs, unit, wishes)
    if (acts.length > 0) await recordActs(needs, unit, acts, needs.clock.nowMs())
    return E.right(undefined)
  })

/**
 * Ends promotional messages of the link's Organization to its recipient, with an audit event, and returns the
 * recipient. The same link again changes nothing. NotFound as for `readUnsubscribeLink`.
 */
export const unsubscribe = (
  needs: Needs,
): ((token: string, origin: Origin) => TE.TaskEither<Refusal | Outage, Unsubscriber>) => {
  const read = readUnsubscribeLink(needs)
  const line = createBatcher<Wish, E.Either<Outage, void>>({
    ...LIMITS,
    timers: needs.timers,
    run: brokenAlone(
      async (wishes) => {
        const done = await suppressTogether(needs, wishes)()
        return wishes.map(() => done)
      },
      (_, cause) => E.left({ _tag: 'BatchFailed', cause: errorMessage(cause) }),
    ),
  })
  return (token, origin) => async () => {
    const found = read(token)
    if (E.isLeft(found)) return found
    const submitted = await line.submit({ unsubscriber: found.right, origin })
    if (E.isLeft(submitted)) return submitted
    return E.isLeft(submitted.right) ? submitted.right : found
  }
}
