import type { Digest } from '@postrider/core/domain/digests/digest'
import type { SessionFacts } from '@postrider/core/ports/storage/people-storage'
import { organizations } from '../catalog/tables.js'
import { digestCell } from '../cells/digest-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { members, sessions, sessionTokens, users } from './table.js'

const findOwner = statement(`
  SELECT ${sessionTokens.select('t')}, ${sessions.select('s')}, ${users.select('u')}
  FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
  WHERE t.verifier = ?x`)
const findMemberships = statement(`
  SELECT ${members.select('m')}, ${organizations.select('o')}
  FROM session_tokens t JOIN sessions s ON s.id = t.session_id
  JOIN members m {by members.of_user} ON m.user_id = s.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE t.verifier = ?x ORDER BY o.id`)

/** Whose a token is: who signed in with it, and what he is. */
export const readBearer = (verifier: Digest): readonly Statement[] => {
  const cell = digestCell(verifier, 32)
  return [findOwner(cell), findMemberships(cell)]
}

const sessionAt = sessionTokens.table.columns.length
const userAt = sessionAt + sessions.table.columns.length
const organizationAt = members.table.columns.length

export const bearerOf = ([owners, places]: readonly Rows[]): SessionFacts | undefined => {
  const owner = owners?.[0]
  if (owner === undefined) return undefined
  return {
    token: sessionTokens.of(owner),
    session: sessions.of(owner.slice(sessionAt)),
    user: users.of(owner.slice(userAt)),
    admin: undefined,
    memberships: (places ?? []).map((row) => ({
      member: members.of(row),
      organization: organizations.of(row.slice(organizationAt)),
    })),
  }
}
