import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { Suppression } from '../../../consent/domain/suppression.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { ReplyKind } from '../../../tenancy/domain/keyword-replies.js'
import { decidedAt, type Replier, replyKindOf, replyTo } from '../../domain/inbound/keyword-reply.js'
import { configurationsOf } from '../../domain/inbound/recipient-organization.js'

/** The only app of the Organization that has the sender and a reply; undefined if there is none, or if several have. */
const replierOf = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  kind: ReplyKind,
): Promise<Replier | undefined> => {
  const all = configurationsOf(await unit.configurations.by(message.providerAccountId), message)
  const repliers: Replier[] = []
  for (const { appId, channel, organizationId: owner } of all) {
    if (owner !== organizationId) continue
    const app = await unit.apps.lock(appId)
    if ((app?.keywordReplies[kind] ?? []).length > 0) repliers.push({ appId, channel })
  }
  return repliers.length === 1 ? repliers[0] : undefined
}

/** The facts of a decision about an opt-out or opt-in. */
export interface DecidedConsent {
  readonly organizationId: OrganizationId
  /** The person in the form of a message's `to`. */
  readonly person: string
  /** The suppression that it added, changed, ended or made certain; undefined if it changed none. */
  readonly changed: Suppression | undefined
}

/**
 * Leaves the confirmation of an opt-out or opt-in whose Organization or person a super admin named. Dispatchers send it
 * after the commit (docs/api/consent#replies-to-keywords). A help text isn't sent so late.
 */
export const confirmDecision = async (
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  unit: UnitOfWork,
  message: StoredInbound,
  { organizationId, person, changed }: DecidedConsent,
): Promise<void> => {
  const kind = replyKindOf(message)
  if (kind === undefined || kind === 'help' || changed === undefined) return
  const nowMs = clock.nowMs()
  const replier = await replierOf(unit, organizationId, message, kind)
  const facts = { organizationId, replier, person, changed }
  const reply = replyTo(decidedAt(message, nowMs), facts, nowMs, () => ids.next('msg'))
  if (reply !== undefined) unit.keywordReplies.add(reply)
}
