import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { SessionFacts } from '@postrider/core/identity/ports/people-storage'
import { digestCell } from '../../cells/digest-cell.js'
import type { Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { sessions, sessionTokens, users } from './table.js'
import { joined } from '../../rows/selection.js'
import { readMembership, memberships } from './memberships.js'
import { firstOf } from '../../engine/queries.js'

const owners = joined({ t: sessionTokens, s: sessions, u: users })
const findOwner = statement(`
  SELECT ${owners.columns} FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
  WHERE t.verifier = ?x`)
const findMemberships = statement(`
  SELECT ${memberships.columns} FROM session_tokens t JOIN sessions s ON s.id = t.session_id
  JOIN members m {by members.of_user} ON m.user_id = s.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE t.verifier = ?x ORDER BY o.id`)

/** The owner of a token: the person who signed in with it, and their roles. */
export const readBearer = (verifier: Digest): readonly Statement[] => {
  const cell = digestCell(verifier, 32)
  return [findOwner(cell), findMemberships(cell)]
}

export const sessionFactsOf = ([found = [], places = []]: readonly Rows[]): SessionFacts | undefined => {
  const owner = firstOf(owners.of)(found)
  if (owner === undefined) return undefined
  const { t, s, u } = owner
  return { token: t, session: s, user: u, admin: undefined, memberships: places.map(readMembership) }
}
