import { E } from '@postrider/core/fp'
import type { ProviderTestStorage } from '@postrider/core/providers/ports/provider-test-storage'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { passing, purge } from '../../engine/purge.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { providerTests } from './table.js'

const findWaiting = statement(`
  SELECT t.id FROM provider_tests t {by provider_tests.by_state}
  WHERE t.state = 'requested' AND t.requested_at > ? ORDER BY t.requested_at, t.id`)
const findOfAccounts = statement(`
  SELECT ${providerTests.select('t')} FROM provider_tests t {by provider_tests.of_account}
  WHERE t.provider_account_id IN (?x*) AND t.requested_at >= ? ORDER BY t.requested_at, t.id`)
const findOne = statement(`
  SELECT ${providerTests.select('t')} FROM provider_tests t {by provider_tests.PRIMARY} WHERE t.id = ?x`)

const EXPIRING = [passing('provider_tests', 'id', 'requested_at', 'by_age')]

/** Reads tests of provider accounts. */
export const providerTestStorage = (engine: Engine): ProviderTestStorage => ({
  waiting: (afterMs) => async () => {
    const read = await engine.read([findWaiting(afterMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(([id]) => idOf('pts', id)))(read)
  },
  ofAccounts: (providerAccountIds, fromMs) => async () => {
    if (providerAccountIds.length === 0) return E.right([])
    const read = await engine.read([findOfAccounts(providerAccountIds.map(idCell), fromMs)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(providerTests.of))(read)
  },
  get: (testId) => () =>
    readAsOf(engine, [findOne(idCell(testId))], ([rows = []]) => rows.map(providerTests.of)[0]),
  purge: (beforeMs, most) => () => purge(engine, EXPIRING, beforeMs, most),
})
