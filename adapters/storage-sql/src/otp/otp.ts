import { randomInt } from 'node:crypto'
import {
  asSuperseded,
  CODE_MAY_HAVE_LEFT,
  CODE_SENT_STATES,
  CODE_UNSENT_STATES,
} from '@postrider/core/otp/domain/challenge'
import type { OtpStorage } from '@postrider/core/otp/ports/otp-storage'
import type { MessageQuestion } from '@postrider/core/tenancy/domain/tenant-scope'
import { verifiedChange } from '@postrider/core/otp/domain/verified-event'
import { E } from '@postrider/core/fp'
import { readInteger } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { insertOrReplace, table } from '../engine/insertion.js'
import { refusalIsBug, unknownIsUndone } from '../engine/outcome.js'
import { quoted } from '../engine/quoted.js'
import { statement } from '../engine/template.js'
import { leaveChange } from '../feed/leave-change.js'
import { readVersions, versionsIn } from '../guards/catalog-versions.js'
import { challenges } from './challenges-table.js'
import { prefixBlocks } from './prefixes-table.js'

const found = `FROM otp_challenges c {by otp_challenges.PRIMARY}
  WHERE c.message_id IN (?x*) AND c.app_id IN (?x*) ORDER BY c.message_id`
const lockChallenges = statement(`SELECT ${challenges.select('c')} ${found} {for update}`)
const lockFreeChallenges = statement(`SELECT ${challenges.select('c')} ${found} {skip locked}`)
/**
 * Requested challenges whose code never left, or with a newer code that was submitted or verified. One such
 * code is enough, and those after its lifetime don't matter: a number of the sandbox gets many.
 */
const findSuperseded = statement(`
  SELECT c.message_id FROM otp_challenges c {by otp_challenges.PRIMARY}
  WHERE c.message_id IN (?x*) AND c.app_id IN (?x*) AND (
    EXISTS (
      SELECT 1 FROM messages o WHERE o.id = c.message_id AND o.state IN (${quoted(CODE_UNSENT_STATES)})
        AND o.failure_code <> ${quoted([CODE_MAY_HAVE_LEFT])})
    OR EXISTS (
      SELECT 1 FROM otp_challenges n {by otp_challenges.by_destination} JOIN messages m ON m.id = n.message_id
      WHERE n.destination = c.destination AND n.created_at >= c.created_at AND n.created_at < c.expires_at
        AND n.app_id = c.app_id AND n.channel = c.channel
        AND (n.created_at > c.created_at OR n.message_id > c.message_id)
        AND (n.state = 'VERIFIED' OR m.state IN (${quoted(CODE_SENT_STATES)}))))`)
const readIds = statement(`SELECT c.message_id ${found}`)
const putChallenges = insertOrReplace(
  challenges.table,
  ['message_id'],
  ['attempts', 'state', 'verified_at', 'verified_under'],
)
const countVerified = statement(`
  UPDATE otp_prefix_counts SET verified = verified + ? WHERE app_id = ?x AND prefix = ? AND slice = ?`)

/**
 * Locks the requested challenges. Without `waits`, locked ones are skipped, and existing ones are read first.
 * That is done always, because otherwise the response time would reveal which challenges exist.
 */
const lockRequested = (requested: readonly MessageQuestion[], waits: boolean): readonly Statement[] => {
  const ids = [...new Set(requested.map(({ messageId }) => idCell(messageId)))]
  const apps = [...new Set(requested.map(({ scope }) => idCell(scope.appId)))]
  const locks = waits ? [lockChallenges(ids, apps)] : [readIds(ids, apps), lockFreeChallenges(ids, apps)]
  return [findSuperseded(ids, apps), ...locks]
}

/** The number of decoy rows: enough that processes seldom wait for each other on them. */
const DECOY_SLOTS = 16

const putDecoy = insertOrReplace(table('otp_decoys', ['slot', 'offers']), ['slot'])

/**
 * Writes a meaningless row; its value differs each time, because writing the same value would cost nothing.
 */
const decoy = (): Statement => putDecoy([randomInt(DECOY_SLOTS), randomInt(2 ** 47)])

const presentBlocks = statement(`
  SELECT ${prefixBlocks.select('b')} FROM otp_prefix_blocks b
  WHERE b.until_at > ? AND b.lifted_at IS NULL ORDER BY b.blocked_at DESC, b.app_id, b.prefix LIMIT ?`)
const findOldSlices = statement(
  'SELECT slice FROM otp_prefix_counts {by otp_prefix_counts.by_slice} WHERE slice < ? ORDER BY slice LIMIT ?',
)
const removeSlices = statement('DELETE FROM otp_prefix_counts WHERE slice IN (?*)')

export const otpStorage = (engine: Engine): OtpStorage => ({
  work:
    (requested, decide, waits = true) =>
    async () => {
      const organizations = [...new Set(requested.map(({ scope }) => scope.organizationId))]
      const gather = [...lockRequested(requested, waits), readVersions(organizations)]
      const outcome = await engine.transact(gather, (answers) => {
        const [rows = [], versions = []] = answers.slice(-2)
        const over = new Set((answers[0] ?? []).map(([id]) => idOf('msg', id)))
        const locked = rows
          .map(challenges.of)
          .map((challenge) => (over.has(challenge.messageId) ? asSuperseded(challenge) : challenge))
        const known = new Map(locked.map((challenge) => [challenge.messageId, challenge]))
        const there = waits ? [] : (answers[1] ?? []).map(([id]) => idOf('msg', id))
        const held = new Set(there.filter((messageId) => !known.has(messageId)))
        const plan = decide({ changes: versionsIn(versions, organizations), challenges: known, held })
        const changes: Statement[] = []
        if (plan.challenges.length > 0) changes.push(putChallenges(challenges.rows(plan.challenges)))
        for (const { verified, appId, prefix, sliceMs } of plan.verified)
          changes.push(countVerified(verified, idCell(appId), prefix, sliceMs))
        if (changes.length === 0 && plan.isCostly) changes.push(decoy())
        const verified = plan.challenges.filter(({ state }) => state === 'VERIFIED')
        for (const one of leaveChange(engine.dialect, verifiedChange(verified))) changes.push(one)
        return { statements: changes, result: plan.result }
      })
      return refusalIsBug(outcome)
    },
  blocks: (nowMs, limit) => async () => {
    const read = await engine.read([presentBlocks(nowMs, limit)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(prefixBlocks.of))(read)
  },
  purgeSlices: (beforeMs, most) => async () => {
    const outcome = await engine.transact([findOldSlices(beforeMs, most)], ([rows = []]) => ({
      statements:
        rows.length === 0 ? [] : [removeSlices([...new Set(rows.map(([slice]) => readInteger(slice)))])],
      result: rows.length,
    }))
    return unknownIsUndone(outcome)
  },
})
