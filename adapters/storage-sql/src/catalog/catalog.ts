import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { RecentChanges } from '@postrider/core/tenancy/domain/catalog-changes'
import type { CatalogStorage } from '@postrider/core/catalog/ports/catalog-storage'
import { E } from '@postrider/core/fp'
import type { Engine, Rows, Statement } from '../engine/engine.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { readSince, scopeVersionsIn, sinceIn } from '../guards/catalog-versions.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import type { AppReader } from './app-reader.js'
import { gatherSaved, savingOf } from './save-catalog.js'
import { allNumberPrefixes, allProviderAccounts, allSenderRules } from './shared-facts.js'
import { credentials, numberPrefixes, providerAccounts, senderRules } from './tables.js'

const findCredential = statement(
  `SELECT ${credentials.select('c')} FROM server_credentials c WHERE c.selector = ?`,
)

/** The database may treat a selector with a trailing space as equal, so the selector is compared again. */
const credentialOf = (rows: Rows, selector: string): ServerCredential | undefined =>
  rows.map(credentials.of).find((each) => each.selector === selector)

/** The statements that read the changes after an epoch, and the changes in their rows. */
export interface ChangeReading {
  readonly statements: readonly Statement[]
  readonly of: (answers: readonly Rows[]) => RecentChanges
}

/** Reads changes, and records them for the next readings of apps' catalogs. */
export const changeReader =
  (apps: Pick<AppReader, 'noteVersions'>) =>
  (sinceEpoch: number | undefined): ChangeReading => ({
    statements: readSince(sinceEpoch),
    of: ([epoch, versions]) => {
      const found = scopeVersionsIn(versions)
      apps.noteVersions(found)
      return sinceIn(epochOf(epoch), found, sinceEpoch)
    },
  })

/** The catalog, with the readers that acceptance shares. */
export const catalogStorage = (
  engine: Engine,
  apps: AppReader,
  changesSince: ReturnType<typeof changeReader>,
): CatalogStorage => ({
  epoch: () => async () => {
    const read = await engine.read([readEpoch()], 'each')
    return E.map(([epoch]: readonly Rows[]) => epochOf(epoch))(read)
  },
  changes: (sinceEpoch) => async () => {
    const { statements, of } = changesSince(sinceEpoch)
    return E.map(of)(await engine.read(statements, 'each'))
  },
  credential: (selector) => async () => {
    // The epoch is read first: if a credential changes in between, it only appears to be older than it is.
    const read = await engine.read([readEpoch(), findCredential(selector)], 'each')
    return E.map(([epoch, rows = []]: readonly Rows[]) => ({
      epoch: epochOf(epoch),
      value: credentialOf(rows, selector),
    }))(read)
  },
  app: (appId) => () => apps.read(appId),
  providerAccounts: () => async () => {
    const read = await engine.read([allProviderAccounts()], 'each')
    return E.map(([rows = []]: readonly Rows[]) => rows.map(providerAccounts.of))(read)
  },
  senderRules: () => async () => {
    // The epoch is read first: if a rule changes in between, it only appears to be older than it is.
    const read = await engine.read([readEpoch(), allSenderRules()], 'each')
    return E.map(([epoch, rows = []]: readonly Rows[]) => ({
      epoch: epochOf(epoch),
      value: rows.map(senderRules.of),
    }))(read)
  },
  numberPrefixes: () => async () => {
    const read = await engine.read([readEpoch(), allNumberPrefixes()], 'each')
    return E.map(([epoch, rows = []]: readonly Rows[]) => ({
      epoch: epochOf(epoch),
      value: rows.map(numberPrefixes.of),
    }))(read)
  },
  save: (records) => async () => {
    const outcome = await engine.transact(gatherSaved(records), (present) => ({
      statements: savingOf(records, present),
      result: undefined,
    }))
    return refusalIsBug(outcome)
  },
})
