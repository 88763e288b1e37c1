import type { InboundId, OrganizationId } from '../../../kernel/ids/id.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { consentChangeIn } from '../../domain/inbound/consent-keyword.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { ReceiptStorage } from '../../ports/receipt-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type Act, recordActs, type AuditNeeds } from '../../../audit/use-cases/record-act.js'
import { answeredBy, findOwner, type OwnerNeeds } from './find-owner.js'
import { applyConsentChange, type AppliedConsentChange } from './apply-consent-change.js'

/** What it takes to apply inbound messages. */
export type InboundNeeds = AuditNeeds &
  OwnerNeeds & {
    readonly storage: { readonly receipts: ReceiptStorage; readonly units: UnitStorage }
    readonly digests: Digests
    readonly phoneNumbers: PhoneNumbers
    readonly telemetry: Telemetry
  }

/** A message and its Organization, if one was found. */
interface Decided {
  readonly message: StoredInbound
  readonly organizationId: OrganizationId | undefined
  /** The recipient of the Organization's message that it replies to, if it changes a consent. */
  readonly answeredTo: string | undefined
}

/** The number of messages decided at once: opt-outs block all writers of data that the epoch versions. */
const MOST_AT_ONCE = 50
const PAGE = 500

/** The sweep skips messages younger than this, so that their first processing can finish. */
const SETTLING_MS = 2 * SECOND_MS

const actOf = (
  { action, suppression: { suppressionId, organizationId, source, scope, reason } }: AppliedConsentChange,
  inboundId: InboundId,
): Act => ({
  actor: { kind: 'system', id: 'inbound' },
  action,
  target: suppressionId,
  organizationId,
  details: { source, scope, inboundId },
  reason,
})

/**
 * Writes the message's Organization and applies its consent change; undefined if another process has already
 * done so.
 */
const settleOne = async (needs: InboundNeeds, unit: UnitOfWork, decided: Decided) => {
  const { message, organizationId, answeredTo } = decided
  const held = await unit.inbound.lock(message.inboundId)
  if (held?.state !== 'pending') return undefined
  const settled: StoredInbound = {
    ...held,
    consentChange: held.consentChange ?? consentChangeIn(held.text),
    organizationId,
    state: organizationId === undefined ? 'unassigned' : 'assigned',
  }
  unit.inbound.replace(settled)
  const done =
    organizationId === undefined
      ? undefined
      : await applyConsentChange(needs, unit, organizationId, settled, answeredTo)
  return { state: settled.state, act: done === undefined ? undefined : actOf(done, held.inboundId) }
}

const changesConsent = ({ consentChange, text }: StoredInbound): boolean =>
  (consentChange ?? consentChangeIn(text)) !== undefined

const settle = async (needs: InboundNeeds, decided: readonly Decided[]): Promise<number> => {
  const { storage, clock, telemetry } = needs
  const lock = decided.some(({ message }) => changesConsent(message)) ? 'exclusive' : 'shared'
  const ended = await storage.units.transact(lock, async (unit) => {
    const states: Array<'assigned' | 'unassigned'> = []
    const acts: Act[] = []
    for (const one of decided) {
      const settled = await settleOne(needs, unit, one)
      if (settled === undefined) continue
      states.push(settled.state === 'assigned' ? 'assigned' : 'unassigned')
      if (settled.act !== undefined) acts.push(settled.act)
    }
    if (acts.length > 0) await recordActs(needs, unit, acts, clock.nowMs())
    return E.right(states)
  })()
  if (E.isLeft(ended)) return 0
  for (const state of ended.right) telemetry.emit({ _tag: 'InboundSettled', state })
  return ended.right.length
}

/** Use cases for inbound messages. */
export interface InboundUseCases {
  /**
   * Finds their Organizations and applies their consent changes; unfinished messages stay pending. Returns
   * the number of settled messages.
   */
  apply(pending: readonly StoredInbound[]): Promise<number>
  /** Applies all messages that have been pending for some time. Right: the number of settled messages. */
  applyWaiting(): TE.TaskEither<Outage, number>
}

/** Applies stored inbound messages (docs/api/delivery#inbound-messages). */
export const applyInbound = (needs: InboundNeeds): InboundUseCases => {
  const { storage, clock } = needs
  const ownerOf = findOwner(needs)

  const decide = async (message: StoredInbound): Promise<readonly Decided[]> => {
    const found = await ownerOf(message)
    if (E.isLeft(found) || found.right._tag === 'Later') return []
    const organizationId = found.right._tag === 'Of' ? found.right.organizationId : undefined
    if (organizationId === undefined || !changesConsent(message))
      return [{ message, organizationId, answeredTo: undefined }]
    const answered = await answeredBy(needs, message)
    if (E.isLeft(answered)) return []
    const answeredTo = answered.right.find((sent) => sent.organizationId === organizationId)?.to
    return [{ message, organizationId, answeredTo }]
  }

  const apply = async (pending: readonly StoredInbound[]): Promise<number> => {
    let settled = 0
    for (let from = 0; from < pending.length; from += MOST_AT_ONCE) {
      const decided: Decided[] = []
      for (const message of pending.slice(from, from + MOST_AT_ONCE))
        for (const one of await decide(message)) decided.push(one)
      if (decided.length > 0) settled += await settle(needs, decided)
    }
    return settled
  }

  return {
    apply,
    applyWaiting: () => async () => {
      const beforeMs = clock.nowMs() - SETTLING_MS
      let after: InboundId | undefined
      let settled = 0
      for (;;) {
        const page = await storage.receipts.pendingInbound(beforeMs, after, PAGE)()
        if (E.isLeft(page)) return page
        settled += await apply(page.right)
        after = page.right.at(-1)?.inboundId
        if (page.right.length < PAGE) return E.right(settled)
      }
    },
  }
}
