import type { ConsentQuery, ConsentStorage } from '@postrider/core/consent/ports/consent-storage'
import { E } from '@postrider/core/fp'
import { digestCell } from '../cells/digest-cell.js'
import { readInteger } from '../cells/cell.js'
import { BEYOND_ALL, idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { type Filled, statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { consents } from './table.js'

const page = (index: string, condition: string) =>
  statement(`
    SELECT ${consents.select('c')} FROM consents c {by consents.${index}}
    WHERE c.organization_id = ?x ${condition} AND c.id < ?x ORDER BY c.id DESC LIMIT ?`)
const ofOrganization = page('of_organization', '')
const ofRecipient = page('of_recipient', 'AND c.recipient = ?x')
const named = statement(`SELECT ${consents.select('c')} FROM consents c WHERE c.id IN (?x*)`)
const counts = statement(`
  SELECT c.organization_id, COUNT(*) FROM consents c {by consents.of_organization}
  GROUP BY c.organization_id ORDER BY c.organization_id LIMIT ? OFFSET ?`)

const pageOf = ({ organizationId, recipient, before, limit }: ConsentQuery): Filled => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  const organization = idCell(organizationId)
  return recipient === undefined
    ? ofOrganization(organization, from, limit)
    : ofRecipient(organization, digestCell(recipient, 16), from, limit)
}

/** The consent register. */
export const consentStorage = (engine: Engine): ConsentStorage => ({
  list: (query) => () => readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(consents.of)),
  named: (consentIds) => async () => {
    if (consentIds.length === 0) return E.right([])
    const read = await engine.read([named(consentIds.map(idCell))], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(consents.of))(read)
  },
  counts: (skip, limit) => async () => {
    const read = await engine.read([counts(limit, skip)], 'each')
    return E.map(([rows = []]: readonly Rows[]) =>
      rows.map(([organization, entries]) => ({
        organizationId: idOf('org', organization),
        entries: readInteger(entries),
      })),
    )(read)
  },
})
