import type {
  AdministrationStorage,
  SuppressionQuery,
} from '@postrider/core/platform/ports/administration-storage'
import { digestCell } from '../cells/digest-cell.js'
import { BEYOND_ALL, idCell } from '../cells/id-cell.js'
import type { Engine } from '../engine/engine.js'
import { type Filled, statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { suppressions } from './table.js'

const list = (index: string, condition: string) =>
  statement(`
    SELECT ${suppressions.select('s')} FROM suppressions s {by suppressions.${index}}
    WHERE s.organization_id = ?x ${condition} AND s.id < ?x ORDER BY s.id DESC LIMIT ?`)
const ofOrganization = list('of_organization', '')
const ofRecipient = list('by_slot', 'AND s.recipient = ?x')

const pageOf = ({ organizationId, recipient, before, limit }: SuppressionQuery): Filled => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  const organization = idCell(organizationId)
  return recipient === undefined
    ? ofOrganization(organization, from, limit)
    : ofRecipient(organization, digestCell(recipient, 16), from, limit)
}

/** Suppressions as super admins read them. */
export const suppressionReadings = (engine: Engine): Pick<AdministrationStorage, 'suppressions'> => ({
  suppressions: (query) => () =>
    readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(suppressions.of)),
})
