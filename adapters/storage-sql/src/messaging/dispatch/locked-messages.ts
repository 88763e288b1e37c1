import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { ClaimStatus } from '@postrider/core/providers/domain/calls/claim'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Rows } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import type { AccountRefusal } from '@postrider/core/providers/domain/calls/account-refusal'
import { type Cell, isNull, readInteger, readJson } from '../../cells/cell.js'
import { attempts } from '../messages/attempts-table.js'
import { messages } from '../messages/table.js'
import { expression, joined, outer } from '../../rows/selection.js'

const NO_REFUSALS: readonly AccountRefusal[] = []

/** The provider accounts that refused the message; hardly any message has one. */
const readRefusals = (from: Cell | undefined): readonly AccountRefusal[] =>
  isNull(from) ? NO_REFUSALS : (readJson(from) as readonly AccountRefusal[])

const beside = {
  a: outer(attempts),
  claim: expression('m.claim', readInteger),
  refusals: expression('m.refusals', readRefusals),
}
/** Without variables: only sending needs them, and they take long to read. */
const worked = joined({ m: messages.given({ variables: {} }), ...beside })
const toSend = { m: messages, ...beside }
const claimed = joined({ ...toSend, isDead: expression('f.dead_at', (from) => !isNull(from)) })

const workedRows = `
  SELECT ${worked.columns} FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  WHERE m.id IN (?x*) ORDER BY m.id`

/**
 * Locks messages in the order of their ids and reads each one's latest attempt with it; `lockedFirst` may run
 * before it.
 */
export const lockMessages = statement(`${workedRows} {for update of m}`)

/**
 * The same for messages that no other transaction has locked; `heldMessages` returns the ones that were left
 * out.
 */
export const lockFreeMessages = statement(`${workedRows} {skip locked of m}`)

/**
 * Looked up separately: an engine that locks joined rows would leave out a dead letter time that another
 * transaction holds.
 */
const claimedFree = joined({
  ...toSend,
  isDead: expression(
    '(SELECT f.dead_at FROM processing_failures f WHERE f.message_id = m.id)',
    (from) => !isNull(from),
  ),
})

/** Does the same as `lockFreeMessages`, with the time since which each is a dead letter. */
export const lockFreeToClaim = statement(`
  SELECT ${claimedFree.columns} FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  WHERE m.id IN (?x*) ORDER BY m.id {skip locked of m}`)

/**
 * Does the same as `lockMessages`, with the time since which each is a dead letter; most messages have none.
 */
export const lockToClaim = statement(`
  SELECT ${claimed.columns} FROM messages m {by messages.PRIMARY} LEFT JOIN attempts a ON a.message_id = m.id AND a.number = m.attempt
  LEFT JOIN processing_failures f ON f.message_id = m.id
  WHERE m.id IN (?x*) ORDER BY m.id {for update of m}`)

const begun = joined({
  m: messages.pick('messageId', 'state', 'attempt', 'organizationId', 'appId', 'channel', 'lane'),
  claim: expression('m.claim', readInteger),
})

const begunRows = `
  SELECT ${begun.columns} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*) ORDER BY m.id`

/** Reads only the claim of each message and the columns that distinguish its change. */
export const lockToBegin = statement(`${begunRows} {for update}`)

/** The same for messages that no other transaction has locked. */
export const lockFreeToBegin = statement(`${begunRows} {skip locked}`)

const lockedFrom = ({ m, a, claim, refusals }: ReturnType<typeof worked.of>): LockedMessage => ({
  message: m,
  lastAttempt: a,
  claim,
  refusals,
})

/** The messages that `lockMessages` locked. */
export const lockedOf = (rows: Rows): ReadonlyMap<MessageId, LockedMessage> =>
  new Map(rows.map((row) => worked.of(row)).map((each) => [each.m.messageId, lockedFrom(each)]))

/** The messages that `lockToClaim` or `lockFreeToClaim` locked, and which of them are dead letters. */
export const claimableOf = (rows: Rows) => {
  const found = rows.map((row) => claimed.of(row))
  return {
    locked: new Map(found.map((each) => [each.m.messageId, lockedFrom(each)])),
    dead: new Set(found.flatMap(({ m, isDead }) => (isDead ? [m.messageId] : []))),
  }
}

/** The messages that `lockToBegin` or `lockFreeToBegin` locked, and the claim of each. */
export const claimsOf = (rows: Rows) => {
  const found = rows.map((row) => begun.of(row))
  return {
    messages: new Map(found.map(({ m }) => [m.messageId, m])),
    statuses: new Map<MessageId, ClaimStatus>(
      found.map(({ m: { messageId, state, attempt }, claim }) => [messageId, { state, attempt, claim }]),
    ),
  }
}
