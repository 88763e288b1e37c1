import type { AgentFacts } from '@postrider/core/ports/storage/people-storage'
import { organizations } from '../catalog/tables.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { agentKeys } from './agent-keys-table.js'
import { members, superAdmins, users } from './table.js'
import { adminIn } from './operator.js'

const findKey = statement(`
  SELECT ${agentKeys.select('k')}, ${users.select('u')}, ${superAdmins.select('a')}
  FROM agent_keys k {by agent_keys.by_selector} JOIN users u ON u.id = k.sponsor_id
  LEFT JOIN super_admins a ON a.user_id = u.id AND k.kind = 'admin' WHERE k.selector = ?`)
const findPlace = statement(`
  SELECT ${members.select('m')}, ${organizations.select('o')}
  FROM agent_keys k {by agent_keys.by_selector}
  JOIN members m {by members.PRIMARY} ON m.organization_id = k.organization_id AND m.user_id = k.sponsor_id
  JOIN organizations o ON o.id = m.organization_id WHERE k.selector = ?`)

/** Whose a key is: who answers for it, and what he is in its Organization. */
export const readAgent = (selector: string): readonly Statement[] => [findKey(selector), findPlace(selector)]

const userAt = agentKeys.table.columns.length
const adminAt = userAt + users.table.columns.length
const organizationAt = members.table.columns.length

export const agentOf = ([keys, places]: readonly Rows[]): AgentFacts | undefined => {
  const found = keys?.[0]
  if (found === undefined) return undefined
  return {
    key: agentKeys.of(found),
    user: users.of(found.slice(userAt)),
    admin: adminIn(found.slice(adminAt)),
    memberships: (places ?? []).map((row) => ({
      member: members.of(row),
      organization: organizations.of(row.slice(organizationAt)),
    })),
  }
}
