import type { SessionFacts } from '@postrider/core/identity/ports/people-storage'
import { organizations } from '../../catalog/tables.js'
import type { Cells } from '../../cells/cell.js'
import { joined } from '../../rows/selection.js'
import { members } from './table.js'

/** A member `m` with the Organization `o`. */
export const memberships = joined({ m: members, o: organizations })

export const readMembership = (row: Cells): SessionFacts['memberships'][number] => {
  const { m, o } = memberships.of(row)
  return { member: m, organization: o }
}
