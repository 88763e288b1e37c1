import type {
  AdministrationStorage,
  AgentKeyQuery,
  AgentKeyUsage,
  SuperAdminProfile,
} from '@postrider/core/platform/ports/administration-storage'
import { E } from '@postrider/core/fp'
import { readAsOf } from '../../guards/as-of.js'
import { readInteger, optional, type Cells } from '../../cells/cell.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { insertMissing, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { type Filled, statement } from '../../engine/template.js'
import { agentKeys } from '../../identity/people/agent-keys-table.js'
import { superAdmins, users } from '../../identity/people/table.js'
import { expression, joined } from '../../rows/selection.js'

const adminsShown = joined({ a: superAdmins, u: users })
const listSuperAdmins = statement(`
  SELECT ${adminsShown.columns} FROM super_admins a {by super_admins.PRIMARY} {in this order} users u {by users.PRIMARY} ON u.id = a.user_id
  WHERE a.user_id > ?x ORDER BY a.user_id LIMIT ?`)

const keysUsed = joined({
  k: agentKeys,
  lastUsedAtMs: expression('u.used_at', (from) => optional(readInteger, from)),
})
const listKeys = (index: string, condition: string) =>
  statement(`
    SELECT ${keysUsed.columns} FROM agent_keys k {by agent_keys.${index}}
    LEFT JOIN agent_key_uses u ON u.agent_key_id = k.id
    WHERE k.id < ?x ${condition} ORDER BY k.id DESC LIMIT ?`)
const OF_KIND = 'AND k.kind = ?'
const OF_ORGANIZATION = 'AND k.organization_id = ?x'
const allKeys = listKeys('PRIMARY', '')
const keysOfKind = listKeys('PRIMARY', OF_KIND)
const keysOfOrganization = listKeys('of_organization', OF_ORGANIZATION)
const keysOfBoth = listKeys('of_organization', `${OF_ORGANIZATION} ${OF_KIND}`)

const bootstrapKeysOf = listKeys('of_sponsor', `AND k.sponsor_id = ?x AND k.kind = 'bootstrap'`)

const keyPage = ({ organizationId, kind, before, limit }: AgentKeyQuery): Filled => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  if (organizationId === undefined)
    return kind === undefined ? allKeys(from, limit) : keysOfKind(from, kind, limit)
  const organization = idCell(organizationId)
  return kind === undefined
    ? keysOfOrganization(from, organization, limit)
    : keysOfBoth(from, organization, kind, limit)
}

const usedOf = (row: Cells): AgentKeyUsage => {
  const { k, lastUsedAtMs } = keysUsed.of(row)
  return { key: k, lastUsedAtMs }
}

const adminOf = (row: Cells): SuperAdminProfile => {
  const { a, u } = adminsShown.of(row)
  return { admin: a, user: u }
}

const firstUses = insertMissing(table('agent_key_uses', ['agent_key_id x', 'used_at']), ['agent_key_id'])
/** If two processes record uses at once, the later hour is kept. */
const laterUses = statement(
  'UPDATE agent_key_uses SET used_at = ? WHERE agent_key_id IN (?x*) AND used_at < ?',
)

/** Super admins and Agent keys as super admins read them. */
export const peopleReadings = (
  engine: Engine,
): Pick<AdministrationStorage, 'superAdmins' | 'agentKeys' | 'bootstrapKeys' | 'noteAgentUses'> => ({
  superAdmins: (after, limit) => () =>
    readAsOf(engine, [listSuperAdmins(after === undefined ? '' : idCell(after), limit)], ([rows = []]) =>
      rows.map(adminOf),
    ),
  agentKeys: (query) => () => readAsOf(engine, [keyPage(query)], ([rows = []]) => rows.map(usedOf)),
  bootstrapKeys: (sponsorId, before, limit) => () => {
    const from = before === undefined ? BEYOND_ALL : idCell(before)
    return readAsOf(engine, [bootstrapKeysOf(from, idCell(sponsorId), limit)], ([rows = []]) =>
      rows.map(usedOf),
    )
  },
  noteAgentUses: (agentKeyIds, hourMs) => async () => {
    // In one order, so that two transactions that record the same ones never deadlock.
    const ids = [...new Set(agentKeyIds.map(idCell))].sort()
    if (ids.length === 0) return E.right(undefined)
    const outcome = await engine.transact([], () => ({
      statements: [firstUses(ids.flatMap((id) => [id, hourMs])), laterUses(hourMs, ids, hourMs)],
      result: undefined,
    }))
    return unknownIsUndone(outcome)
  },
})
