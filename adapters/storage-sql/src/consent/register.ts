import type { ConsentStorage } from '@postrider/core/consent/ports/consent-storage'
import { E } from '@postrider/core/fp'
import { readInteger } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Engine, Rows } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { readAsOf } from '../guards/as-of.js'
import { recipientPages } from './recipient-pages.js'
import { consents } from './table.js'

const pageOf = recipientPages({
  name: 'consents',
  columns: consents.select('r'),
  ofOrganization: 'of_organization',
  ofRecipient: 'of_recipient',
})
const named = statement(`SELECT ${consents.select('c')} FROM consents c WHERE c.id IN (?x*)`)
const counts = statement(`
  SELECT c.organization_id, COUNT(*) FROM consents c {by consents.of_organization}
  GROUP BY c.organization_id ORDER BY c.organization_id LIMIT ? OFFSET ?`)

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
