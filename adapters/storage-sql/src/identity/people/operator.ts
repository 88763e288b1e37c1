import type { UserId } from '@postrider/core/kernel/ids/id'
import type { CallerFacts } from '@postrider/core/identity/ports/people-storage'
import { idCell } from '../../cells/id-cell.js'
import type { Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { superAdmins, users } from './table.js'
import { joined } from '../../rows/selection.js'
import { firstOf } from '../../engine/queries.js'

const operators = joined({ u: users, a: superAdmins })
const findOperator = statement(`
  SELECT ${operators.columns} FROM users u JOIN super_admins a ON a.user_id = u.id WHERE u.id = ?x`)

/** A user's rights on the whole platform. */
export const readOperator = (userId: UserId): readonly Statement[] => [findOperator(idCell(userId))]

export const operatorOf = ([found = []]: readonly Rows[]): CallerFacts | undefined => {
  const operator = firstOf(operators.of)(found)
  return operator === undefined ? undefined : { user: operator.u, admin: operator.a, memberships: [] }
}
