import type { Ending } from '../../messaging/domain/dispatch/report.js'
import { settle } from '../../messaging/domain/dispatch/settle.js'
import type { MessageId } from '../../kernel/ids/id.js'
import { type ReleaseDecision, RELEASE_DECISIONS } from '../domain/installation/release-decision.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { settleContextOf } from '../../messaging/operations/messages/settle-context.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PLATFORM_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'
import { list } from '../../kernel/codecs/list.js'
import { messageId as messageIdField } from '../../kernel/codecs/identifiers.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { flag } from '../../kernel/codecs/flag.js'

/** Decides about messages that wait for a super admin after a restore; each message is decided once. */
export const releaseRestoredMessagesEntry = entryOf('Platform', 'releaseRestoredMessages', {
  ...PLATFORM_INTERACTIVE,
  stepUp: true,
  summary: 'Decide about messages that may have been sent since the backup',
  description:
    'Decides up to 100 matching messages, in the order of their IDs; `isMore` shows whether there are others. `send` continues normally, `unconfirmed` marks the outcome as unknown, and `cancel` cancels them and returns their money.',
  permission: 'admin.messages',
  mutation: true,
  effect: 'ends',
  controls: ['reason'],
  request: mutationRequest(
    {
      decision: literalUnion(RELEASE_DECISIONS, {
        description: '`send`, `unconfirmed` or `cancel`, for all of these messages.',
      }),
      reason: reasonField,
    },
    {
      messageIds: list(messageIdField, {
        minItems: 1,
        maxItems: 100,
        description: 'Selects only these messages. Default: all that match.',
      }),
      organizationId: organizationIdField,
      channel: literalUnion(CHANNEL_NAMES, {
        description: 'Selects only messages of this channel. Default: all channels.',
      }),
      state: literalUnion(['ACCEPTED', 'UNCONFIRMED'], {
        description: 'Selects only messages in this state. Default: both states.',
      }),
      from,
      to,
    },
  ),
  result: mutationResult(
    {
      messageIds: list(messageIdField, { description: 'IDs of the messages that were decided.' }),
      isMore: flag({ description: '`true` if other messages match too.' }),
    },
    {},
  ),
})

const MOST_AT_ONCE = 100

const TARGET = 'installation'

const ENDINGS: Readonly<Record<Exclude<ReleaseDecision, 'send'>, Ending>> = {
  unconfirmed: { _tag: 'OutcomeUnknown' },
  cancel: { _tag: 'Cancelled' },
}

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}

/**
 * Settles messages by a super admin's decision, like the dispatchers do. A message whose money can't be moved
 * stays unchanged.
 */
const end = async (
  needs: Needs,
  unit: UnitOfWork,
  messageIds: readonly MessageId[],
  ending: Ending,
  nowMs: EpochMs,
): Promise<void> => {
  for (const messageId of messageIds) {
    const known = await unit.messages.gather({ messageId, learned: [] })
    const message = known.messages.get(messageId)?.message
    if (message?.state !== 'ACCEPTED' || !known.reservations.has(messageId)) continue
    const report = { _tag: 'Ended', messageId, attempt: message.attempt, ending } as const
    unit.messages.settle(settle([report], known, settleContextOf(needs, nowMs)))
  }
}

export const releaseRestoredMessages = mutation(releaseRestoredMessagesEntry, {
  lock: 'shared',
  run: async (unit, { request, nowMs }, needs) => {
    const { decision, channel, state, from: fromMs, to: toMs, reason } = request
    const organization = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organization)) return organization
    const named: MessageId[] = []
    for (const id of request.messageIds ?? []) {
      const messageId = knownId('msg', id)
      if (E.isLeft(messageId)) return messageId
      named.push(messageId.right)
    }
    const organizationId = organization.right
    const messageIds = request.messageIds === undefined ? undefined : named
    const query = { organizationId, channel, state, fromMs, toMs, messageIds, limit: MOST_AT_ONCE + 1 }
    const found = await unit.restoration.restoreHeld(query)
    const meant = found.slice(0, MOST_AT_ONCE)
    if (decision !== 'send') await end(needs, unit, meant, ENDINGS[decision], nowMs)
    unit.restoration.release(meant, nowMs)
    return E.right({
      result: { messageIds: meant, isMore: found.length > meant.length },
      about: {
        target: TARGET,
        reason,
        details: { decision, messages: meant.length, messageIds: meant.join(' ') },
      },
    })
  },
})
