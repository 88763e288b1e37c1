import type { AdministrationStorage } from '@postrider/core/platform/ports/administration-storage'
import type { Engine } from '../engine/engine.js'
import { readAsOf } from '../guards/as-of.js'
import { recipientPages } from './recipient-pages.js'
import { suppressions } from './table.js'

const pageOf = recipientPages({
  name: 'suppressions',
  columns: suppressions.select('r'),
  ofOrganization: 'of_organization',
  ofRecipient: 'by_slot',
})

/** Suppressions as super admins read them. */
export const suppressionReadings = (engine: Engine): Pick<AdministrationStorage, 'suppressions'> => ({
  suppressions: (query) => () =>
    readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(suppressions.of)),
})
