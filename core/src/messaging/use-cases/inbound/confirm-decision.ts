import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { Channel } from '../../../channels/channels.js'
import { CONFIRMATION_CLASS } from '../../../consent/domain/opt-out-policy.js'
import type { Suppression } from '../../../consent/domain/suppression.js'
import type { AppId, OrganizationId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { ReplyKind } from '../../../tenancy/domain/keyword-replies.js'
import { decidedAt, type Replier, replyKindOf, replyTo } from '../../domain/inbound/keyword-reply.js'
import { configurationsOf } from '../../domain/inbound/recipient-organization.js'

/** Whether the app has a template in use for the reply on the channel. */
const hasReply = async (
  unit: UnitOfWork,
  appId: AppId,
  channel: Channel,
  kind: ReplyKind,
): Promise<boolean> => {
  const app = await unit.apps.lock(appId)
  for (const templateId of app?.keywordReplies[kind] ?? []) {
    const inUse = await unit.templateDrafts.lockInUse(templateId)
    const { state, category, content } = inUse ?? {}
    if (state === 'approved' && category === CONFIRMATION_CLASS && content?.channel === channel) return true
  }
  return false
}

/** The only app of the Organization that has the sender and a reply; undefined if there is none, or if several have. */
const replierOf = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  kind: ReplyKind,
): Promise<Replier | undefined> => {
  const all = configurationsOf(await unit.configurations.by(message.providerAccountId), message)
  const repliers: Replier[] = []
  for (const { appId, channel, organizationId: owner } of all)
    if (owner === organizationId && (await hasReply(unit, appId, channel, kind)))
      repliers.push({ appId, channel })
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
