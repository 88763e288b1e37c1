import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Channel } from '../../../channels/channels.js'
import { CONFIRMATION_CLASS } from '../../../consent/domain/opt-out-policy.js'
import { confirmationOf, recipientDigest, type Suppression } from '../../../consent/domain/suppression.js'
import type { Sha256 } from '../../../kernel/digests/digest.js'
import type { AppId, InboundId, MessageId, OrganizationId, TemplateId } from '../../../kernel/ids/id.js'
import { DAY_MS, type EpochMs, isoTime, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { ReplyKind } from '../../../tenancy/domain/keyword-replies.js'
import { asksForHelp } from './consent-keywords.js'

/**
 * The United States presume consent to the confirmation of an opt-out that is sent within five minutes (47 CFR
 * 64.1200(a)(12)), and a late reply to HELP confuses people. Later replies aren't sent.
 */
export const REPLY_WITHIN_MS = 5 * MINUTE_MS

/** How old an opt-out may be for its confirmation, if a person had to decide whose it is. */
const DECIDED_WITHIN_MS = DAY_MS

/**
 * An opt-out or opt-in that a super admin decides at this moment. The five minutes for its reply start now, unless it
 * is older than a day (docs/decisions/0092).
 */
export const decidedAt = (message: StoredInbound, nowMs: EpochMs): StoredInbound =>
  nowMs - message.receivedAtMs < DECIDED_WITHIN_MS ? { ...message, receivedAtMs: nowMs } : message

/** The app that replies to a message, and the channel of its sender. */
export interface Replier {
  readonly appId: AppId
  readonly channel: Channel
}

/** A reply to a keyword, from the settlement of its inbound message until it is accepted or refused. */
export interface KeywordReply extends Replier {
  readonly inboundId: InboundId
  /** The ID of the reply. */
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly kind: ReplyKind
  /** The sender that the person wrote to. */
  readonly sender: string
  /** The person in the form of a message's `to`. */
  readonly to: string
  /** When the message was received, or when a person decided whose it is. */
  readonly receivedAtMs: EpochMs
}

/** Whether it is too late to reply to a message of that time. */
export const isTooLate = ({ receivedAtMs }: Pick<KeywordReply, 'receivedAtMs'>, nowMs: EpochMs): boolean =>
  nowMs - receivedAtMs >= REPLY_WITHIN_MS

/**
 * The reply that a message asks for; undefined if it asks for none. An incomplete text or one that a person has to
 * read gets none. Neither do choices only about promotions, because the texts are about all messages.
 */
export const replyKindOf = ({
  consentChange,
  text,
  task,
  missingParts,
}: Pick<StoredInbound, 'consentChange' | 'text' | 'task' | 'missingParts'>): ReplyKind | undefined => {
  if (consentChange !== undefined) return consentChange.scope === 'all' ? consentChange.wants : undefined
  return task === undefined && missingParts === undefined && asksForHelp(text) ? 'help' : undefined
}

/**
 * The template of an app's reply on a channel (docs/api/consent#replies-to-keywords): approved and transactional.
 * Undefined if the app has none.
 */
export const replyTemplateOf = (
  { catalog: { app }, templates }: Pick<PreparedCatalog, 'catalog' | 'templates'>,
  kind: ReplyKind,
  channel: Channel,
): TemplateId | undefined =>
  app.keywordReplies[kind]?.find((templateId) => {
    const template = templates.get(templateId)
    return template?.channel === channel && template.version.category === CONFIRMATION_CLASS
  })

/**
 * The ID of a reply. The confirmation of an opt-out has the number of its suppression, so it is the one message that
 * passes it. `next` makes the ID of any other reply.
 */
export const replyIdOf = (
  suppression: Pick<Suppression, 'suppressionId'> | undefined,
  kind: ReplyKind,
  next: () => MessageId,
): MessageId =>
  kind === 'stop' && suppression !== undefined ? confirmationOf(suppression.suppressionId) : next()

/** The facts about a settled message that determine its reply. */
export interface ReplyFacts {
  readonly organizationId: OrganizationId
  /** The app that replies; undefined: none does. */
  readonly replier: Replier | undefined
  /** The person in the form of a message's `to`, if they are known. */
  readonly person: string | undefined
  /** The suppression that the message added, changed or ended; undefined if it changed none. */
  readonly changed: Pick<Suppression, 'suppressionId'> | undefined
}

/**
 * The reply to a settled message (docs/api/consent#replies-to-keywords). A consent keyword gets one only if it changed
 * something, so that the same word written twice isn't confirmed twice. `next` makes the ID of a message.
 */
export const replyTo = (
  message: StoredInbound,
  { organizationId, replier, person, changed }: ReplyFacts,
  nowMs: EpochMs,
  next: () => MessageId,
): KeywordReply | undefined => {
  const kind = replyKindOf(message)
  if (kind === undefined || replier === undefined || person === undefined) return undefined
  if ((kind !== 'help' && changed === undefined) || isTooLate(message, nowMs)) return undefined
  const { inboundId, to: sender, receivedAtMs } = message
  const messageId = replyIdOf(changed, kind, next)
  return { ...replier, inboundId, messageId, organizationId, kind, sender, to: person, receivedAtMs }
}

/**
 * The idempotency key of a reply. A message gets one reply; a person gets one help text from each sender on a day
 * (UTC), so that two programs that answer each other stop.
 */
export const replyKeyOf = (
  { kind, inboundId, sender, to, receivedAtMs }: KeywordReply,
  sha256: Sha256,
): string =>
  kind === 'help'
    ? `help ${isoTime(receivedAtMs).slice(0, 10)} ${recipientDigest(to, sha256)} ${sender}`
    : `${kind} ${inboundId}`
