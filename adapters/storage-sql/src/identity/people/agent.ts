import type { AgentFacts } from '@postrider/core/identity/ports/people-storage'
import type { Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { agentKeys } from './agent-keys-table.js'
import { superAdmins, users } from './table.js'
import { joined, outer } from '../../rows/selection.js'
import { readMembership, memberships } from './memberships.js'
import { firstOf } from '../../engine/queries.js'

const sponsored = joined({ k: agentKeys, u: users, a: outer(superAdmins) })
const findKey = statement(`
  SELECT ${sponsored.columns} FROM agent_keys k {by agent_keys.by_selector} JOIN users u ON u.id = k.sponsor_id
  LEFT JOIN super_admins a ON a.user_id = u.id AND k.kind = 'admin' WHERE k.selector = ?`)
const findPlace = statement(`
  SELECT ${memberships.columns} FROM agent_keys k {by agent_keys.by_selector}
  JOIN members m {by members.PRIMARY} ON m.organization_id = k.organization_id AND m.user_id = k.sponsor_id
  JOIN organizations o ON o.id = m.organization_id WHERE k.selector = ?`)

/** The owner of a key: the responsible person, and their role in its Organization. */
export const readAgent = (selector: string): readonly Statement[] => [findKey(selector), findPlace(selector)]

export const agentOf = ([keys = [], places = []]: readonly Rows[]): AgentFacts | undefined => {
  const found = firstOf(sponsored.of)(keys)
  if (found === undefined) return undefined
  return { key: found.k, user: found.u, admin: found.a, memberships: places.map(readMembership) }
}
