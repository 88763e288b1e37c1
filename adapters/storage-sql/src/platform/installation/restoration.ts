import type { RestoredRights } from '@postrider/core/platform/domain/installation/rights'
import type { RestoreHeldQuery } from '@postrider/core/platform/ports/installation-storage'
import { readInteger } from '../../cells/cell.js'
import { idCell, idCellOr } from '../../cells/id-cell.js'
import type { Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { credentials } from '../../catalog/tables.js'
import { agentKeys } from '../../identity/people/agent-keys-table.js'
import { joined } from '../../rows/selection.js'
import { superAdmins, users } from '../../identity/people/table.js'
import { eachOf, queries, type Queries, queryOf } from '../../engine/queries.js'

const credentialsShown = credentials.pick('credentialId', 'organizationId', 'label')
const liveCredentials = statement(`
  SELECT ${credentialsShown.select('c')} FROM server_credentials c WHERE c.revoked_at IS NULL ORDER BY c.id`)
const keysShown = agentKeys.pick('agentKeyId', 'kind', 'label')
const liveKeys = statement(`
  SELECT ${keysShown.select('k')} FROM agent_keys k
  WHERE k.revoked_at IS NULL AND k.spent_at IS NULL ORDER BY k.id`)
const adminsShown = joined({ s: superAdmins.pick('userId', 'permissions'), u: users.pick('email') })
const liveAdmins = statement(`
  SELECT ${adminsShown.columns} FROM super_admins s JOIN users u ON u.id = s.user_id
  WHERE u.status = 'active' ORDER BY s.user_id`)
const countMembers = statement('SELECT COUNT(*) FROM members')

/** Everything that grants access. */
export const rights: Queries<RestoredRights> = queries({
  credentials: queryOf(liveCredentials(), eachOf(credentialsShown.of)),
  agentKeys: queryOf(liveKeys(), eachOf(keysShown.of)),
  superAdmins: queryOf(liveAdmins(), (rows) => rows.map(adminsShown.of).map(({ s, u }) => ({ ...s, ...u }))),
  members: queryOf(countMembers(), (rows) => readInteger(rows[0]?.[0])),
})

/** Unfinished messages that wait for a super admin's decision. */
const RESTORE_HELD = `
  FROM installation i {in this order} outbox o ON i.one = 1
  {in this order} messages m {by messages.PRIMARY} ON m.id = o.message_id
  WHERE i.restored_at IS NOT NULL AND m.accepted_at < i.fenced_before
    AND m.state IN ('ACCEPTED', 'UNCONFIRMED') AND NOT EXISTS (
      SELECT 1 FROM restore_releases r WHERE r.message_id = m.id AND r.released_at >= i.restored_at)`

const find = statement(`
  SELECT m.id ${RESTORE_HELD} AND (?x IS NULL OR m.organization_id = ?x) AND (? IS NULL OR m.channel = ?)
    AND (? IS NULL OR m.state = ?) AND m.accepted_at >= ? AND m.accepted_at < ?
  ORDER BY o.message_id LIMIT ?`)
const findAmong = statement(`
  SELECT m.id ${RESTORE_HELD} AND (?x IS NULL OR m.organization_id = ?x) AND (? IS NULL OR m.channel = ?)
    AND (? IS NULL OR m.state = ?) AND m.accepted_at >= ? AND m.accepted_at < ? AND o.message_id IN (?x*)
  ORDER BY o.message_id LIMIT ?`)

/** Counts them up to a limit. */
export const countRestoreHeld = statement(`SELECT COUNT(*) FROM (SELECT m.id ${RESTORE_HELD} LIMIT ?) f`)

/** Finds those that match. */
export const findRestoreHeld = (query: RestoreHeldQuery): Statement => {
  const organization = idCellOr(query.organizationId)
  const [channel, state] = [query.channel ?? null, query.state ?? null]
  const range = [query.fromMs ?? 0, query.toMs ?? Number.MAX_SAFE_INTEGER]
  const narrow = [organization, organization, channel, channel, state, state, ...range] as const
  return query.messageIds === undefined
    ? find(...narrow, query.limit)
    : findAmong(...narrow, query.messageIds.map(idCell), query.limit)
}
