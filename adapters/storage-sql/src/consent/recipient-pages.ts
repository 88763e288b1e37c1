import type { ConsentId, OrganizationId, SuppressionId } from '@postrider/core/kernel/ids/id'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import { digestCell } from '../cells/digest-cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import { type Filled, statement } from '../engine/template.js'

interface RecipientQuery {
  readonly organizationId: OrganizationId
  /** The recipient; undefined: all. */
  readonly recipient: Digest | undefined
  /** The last record of the previous page. */
  readonly before: ConsentId | SuppressionId | undefined
  readonly limit: number
}

/** The table as `r` with its columns, and its indexes. */
interface RecipientTable {
  readonly name: string
  readonly columns: string
  readonly ofOrganization: string
  readonly ofRecipient: string
}

/** Pages of records about recipients, newest first: all of an Organization, or those of one recipient. */
export const recipientPages = ({
  name,
  columns,
  ofOrganization,
  ofRecipient,
}: RecipientTable): ((query: RecipientQuery) => Filled) => {
  const page = (index: string, condition: string) =>
    statement(`
      SELECT ${columns} FROM ${name} r {by ${name}.${index}}
      WHERE r.organization_id = ?x ${condition} AND r.id < ?x ORDER BY r.id DESC LIMIT ?`)
  const pageOfAll = page(ofOrganization, '')
  const pageOfOne = page(ofRecipient, 'AND r.recipient = ?x')
  return ({ organizationId, recipient, before, limit }) => {
    const from = before === undefined ? BEYOND_ALL : idCell(before)
    const organization = idCell(organizationId)
    return recipient === undefined
      ? pageOfAll(organization, from, limit)
      : pageOfOne(organization, digestCell(recipient, 16), from, limit)
  }
}
