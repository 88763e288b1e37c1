import type { UserId } from '@postrider/core/domain/ids/id'
import type { SuperAdmin } from '@postrider/core/domain/people/user'
import type { CallerFacts } from '@postrider/core/ports/storage/people-storage'
import type { Cells } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { superAdmins, users } from './table.js'

const findOperator = statement(`
  SELECT ${users.select('u')}, ${superAdmins.select('a')}
  FROM users u JOIN super_admins a ON a.user_id = u.id WHERE u.id = ?x`)

/** The super admin in the cells of a join; undefined where it found none. */
export const adminIn = (cells: Cells): SuperAdmin | undefined =>
  cells[0] === null ? undefined : superAdmins.of(cells)

/** What a user may do on the whole platform. */
export const readOperator = (userId: UserId): readonly Statement[] => [findOperator(idCell(userId))]

export const operatorOf = ([found]: readonly Rows[]): CallerFacts | undefined => {
  const row = found?.[0]
  if (row === undefined) return undefined
  return { user: users.of(row), admin: adminIn(row.slice(users.table.columns.length)), memberships: [] }
}
