import { CHANNELS } from '../../../channels/channels.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import { E } from '../../../fp.js'
import type { InboundId, TemplateId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Outage, StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import { IN_PLACE } from '../../domain/acceptance/problem-place.js'
import {
  isTooLate,
  type KeywordReply,
  type Replier,
  REPLY_WITHIN_MS,
  replyKeyOf,
  replyKindOf,
  replyTemplateOf,
} from '../../domain/inbound/keyword-reply.js'
import { idempotencyIdentity, materialDigest } from '../../domain/messages/idempotency.js'
import { addressed } from '../../domain/messages/send-request.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import type { ReplyResult, Telemetry } from '../../ports/telemetry.js'
import type { Acceptor } from '../acceptance/acceptor.js'
import type { OwnerFinding } from './find-owner.js'

/** Replies to keywords in inbound messages (docs/api/consent#replies-to-keywords). */
export interface ReplyUseCases {
  /**
   * The app that replies to a message: the only one of its Organization that uses the sender and has a reply to the
   * keyword. Undefined if there is none, or if it can't be read now: an opt-out never waits for its confirmation.
   */
  replierOf(message: StoredInbound, finding: OwnerFinding): Promise<Replier | undefined>
  /** Sends replies as messages of their apps; those that can't be decided now stay for the next sweep. */
  send(replies: readonly KeywordReply[]): Promise<void>
  /** Sends the replies to messages received before the given time that no process has sent. */
  sendWaiting(receivedBeforeMs: EpochMs): Promise<E.Either<Outage, void>>
}

/** Sends no replies. */
export const NO_REPLIES: ReplyUseCases = {
  replierOf: () => Promise.resolve(undefined),
  send: () => Promise.resolve(),
  sendWaiting: () => Promise.resolve(E.right(undefined)),
}

const PAGE = 100

interface Needs {
  readonly storage: { readonly inbound: InboundStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
  readonly telemetry: Telemetry
}

/** The result of a reply that needs no further work. */
interface Done {
  readonly result: ReplyResult
  readonly refusal?: Refusal['_tag']
}

const refusedBy = ({ _tag }: Refusal): Done =>
  _tag === 'IdempotencyConflict' ? { result: 'repeated' } : { result: 'refused', refusal: _tag }

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

/** The reply as a message of its app: the template, to the person, from the sender that they wrote to. */
const itemOf = (
  { ids, digests, phoneNumbers }: Needs,
  reply: KeywordReply,
  templateId: TemplateId,
  { projectId }: PreparedCatalog['catalog']['app'],
): PendingItem | undefined => {
  const { appId, channel, to, inboundId, messageId, sender, receivedAtMs } = reply
  const recipient = CHANNELS[channel].recipient.parse(to, (e164) => phoneNumbers.countryOf(e164))
  if (recipient === undefined) return undefined
  const message = { projectId, appId, channel, to, templateId, variables: {}, clientReference: inboundId }
  const request = addressed(message, recipient)
  return {
    request,
    key: idempotencyIdentity(reply, 'reply', replyKeyOf(reply, digests.sha256), digests.sha256),
    material: materialDigest(request, digests.sha256),
    messageId,
    entryId: ids.next('ent'),
    otp: undefined,
    legacySenderId: undefined,
    reply: { sender, expiresAtMs: receivedAtMs + REPLY_WITHIN_MS },
    place: IN_PLACE,
    trace: UNTRACED,
  }
}

type CurrentCatalog = (
  reply: Pick<KeywordReply, 'appId' | 'organizationId'>,
) => Promise<E.Either<StorageUnavailable, PreparedCatalog | undefined>>

/** Reads the current catalog of an app; undefined: the app doesn't exist. */
const currentCatalogIn =
  ({ catalogs, changes }: Catalog): CurrentCatalog =>
  async ({ appId, organizationId }) => {
    const read = await changes.read()
    return E.isLeft(read) ? read : catalogs.get(appId, changes.currentFrom(organizationId))
  }

/** Decides on a reply; undefined: it can't be decided now. */
const deciding =
  (needs: Needs, acceptance: Acceptor, currentCatalog: CurrentCatalog) =>
  async (reply: KeywordReply): Promise<Done | undefined> => {
    const { organizationId, appId, kind, channel } = reply
    if (isTooLate(reply, needs.clock.nowMs())) return { result: 'late' }
    const prepared = await currentCatalog(reply)
    if (E.isLeft(prepared)) return undefined
    const templateId = prepared.right && replyTemplateOf(prepared.right, kind, channel)
    if (prepared.right === undefined || templateId === undefined) return { result: 'off' }
    const { app } = prepared.right.catalog
    const item = itemOf(needs, reply, templateId, app)
    if (item === undefined) return refusedBy(refusal('InvalidRequest'))
    const credential = { organizationId, appId, projectId: app.projectId, channels: [channel] }
    const answer = await acceptance.submitOne({ _tag: 'AppItself', credential }, item)
    if (E.isRight(answer)) return { result: 'accepted' }
    return isOutage(answer.left) ? undefined : refusedBy(answer.left)
  }

/**
 * Replies to keywords through ordinary acceptance. An accepted or refused reply is forgotten; one that another process
 * accepts at the same time is accepted once, because both have the same key and message ID.
 */
export const replyToKeywords = (needs: Needs, acceptance: Acceptor, catalog: Catalog): ReplyUseCases => {
  const { storage, telemetry } = needs
  const currentCatalog = currentCatalogIn(catalog)
  const decide = deciding(needs, acceptance, currentCatalog)

  const sendOne = async (reply: KeywordReply): Promise<void> => {
    const done = await decide(reply)
    if (done === undefined) return
    const { inboundId, messageId, kind } = reply
    const removed = await storage.units.transact('shared', (unit) => {
      unit.keywordReplies.remove(inboundId)
      return Promise.resolve(E.right(undefined))
    })()
    if (E.isRight(removed)) telemetry.emit({ _tag: 'KeywordReplied', inboundId, messageId, kind, ...done })
  }

  const send = async (replies: readonly KeywordReply[]): Promise<void> => {
    await Promise.all(replies.map(sendOne))
  }

  return {
    replierOf: async (message, finding) => {
      const kind = replyKindOf(message)
      if (kind === undefined || finding._tag !== 'Of') return undefined
      const { organizationId } = finding
      const repliers: Replier[] = []
      for (const { appId, channel } of finding.senders) {
        const prepared = await currentCatalog({ appId, organizationId })
        if (E.isLeft(prepared)) return undefined
        if (prepared.right !== undefined && replyTemplateOf(prepared.right, kind, channel) !== undefined)
          repliers.push({ appId, channel })
      }
      return repliers.length === 1 ? repliers[0] : undefined
    },
    send,
    sendWaiting: async (receivedBeforeMs) => {
      let after: InboundId | undefined
      for (;;) {
        const page = await storage.inbound.dueReplies(receivedBeforeMs, after, PAGE)()
        if (E.isLeft(page)) return page
        await send(page.right)
        after = page.right.at(-1)?.inboundId
        if (page.right.length < PAGE) return E.right(undefined)
      }
    },
  }
}
