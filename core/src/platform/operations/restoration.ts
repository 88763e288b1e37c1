import type { Ending } from '../../messaging/domain/dispatch/report.js'
import { settle } from '../../messaging/domain/dispatch/settle.js'
import type { MessageId } from '../../kernel/ids/id.js'
import { restoreHoldAtRelease, RELEASE_STEP } from '../../kernel/installation/installation.js'
import type { ReleaseDecision } from '../domain/installation/release-decision.js'
import { rightsVersion } from '../domain/installation/rights.js'
import { platformOperations } from './operations.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { settleContextOf } from '../../messaging/operations/messages/settle-context.js'
import { mutation, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId, knownIdIfNamed } from '../../runner/use-cases/known-id.js'

const MOST_COUNTED = 100_000
const MOST_LISTED = 100
const MOST_AT_ONCE = 100

const TARGET = 'installation'

/** Whether the database is held, what waits, and what lets people and programs in. */
export const getRestoration = reading(platformOperations.getRestoration, {
  read: async (_call, { storage, digests }) => {
    const [installation, waiting, rights] = await Promise.all([
      storage.installation.read()(),
      storage.installation.countRestoreHeld(MOST_COUNTED)(),
      storage.installation.rights()(),
    ])
    if (E.isLeft(installation)) return installation
    if (E.isLeft(waiting)) return waiting
    if (E.isLeft(rights)) return rights
    const { hold } = installation.right
    const { epoch, value } = rights.right
    const result = {
      heldSince: hold === undefined ? null : isoTime(hold.sinceMs),
      heldBecause: hold?.because ?? null,
      waiting: waiting.right,
      rightsVersion: rightsVersion(value, digests.sha256),
      credentials: value.credentials.length,
      agentKeys: value.agentKeys.length,
      members: value.members,
      listedCredentials: value.credentials.slice(0, MOST_LISTED),
      listedAgentKeys: value.agentKeys.slice(0, MOST_LISTED),
      superAdmins: value.superAdmins
        .slice(0, MOST_LISTED)
        .map((one) => ({ ...one, permissions: [...one.permissions] })),
    }
    return shown(epoch, result)
  },
})

const ENDINGS: Readonly<Record<Exclude<ReleaseDecision, 'send'>, Ending>> = {
  unconfirmed: { _tag: 'OutcomeUnknown' },
  cancel: { _tag: 'Cancelled' },
}

/** Settles messages by an operator's word, as the dispatchers would. One whose money cannot be moved stays as it is. */
const end = async (
  needs: Pick<Ports, 'ids' | 'digests'>,
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

/** Says what becomes of messages that wait for an operator after a restoration; each of them is asked about once. */
export const releaseRestoredMessages = mutation(platformOperations.releaseRestoredMessages, {
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

/**
 * Ends the hold, and with it all that let people in before it. Conflict where the database is not held, or where the
 * rights are not those that were shown.
 */
export const endRestoration = mutation(platformOperations.endRestoration, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }, { digests, ids }) => {
    const { fingerprint, hold, restoreHold } = await unit.restoration.lock()
    const present = rightsVersion(await unit.restoration.rights(), digests.sha256)
    if (hold === undefined || restoreHold === undefined || present !== request.rightsVersion)
      return E.left(refusal('Conflict'))
    const value = digests.sha256(ids.next('req')).slice(0, fingerprint.value.length)
    unit.restoration.endAccess(nowMs)
    unit.restoration.end(
      { ...fingerprint, counter: fingerprint.counter + RELEASE_STEP, value },
      restoreHoldAtRelease(restoreHold, nowMs),
    )
    return E.right({
      result: { releasedAt: isoTime(nowMs) },
      about: {
        target: TARGET,
        reason: request.reason,
        details: { because: hold.because, heldSince: isoTime(hold.sinceMs), rights: present },
      },
    })
  },
})
