import type { Knex } from 'knex'
import type { Dialect } from '../engine/dialect.js'
import { appChangeColumns } from './app-changes.js'
import { assertionTable } from './assertions.js'
import { accountHealthTables } from './account-health.js'
import { accountRefusals } from './account-refusals.js'
import { accountRateColumn } from './account-rates.js'
import { accountRoutingColumn } from './account-routing.js'
import { attemptPartTables } from './attempt-parts.js'
import { bulkTables } from './bulk-tables.js'
import { catalogPartVersions } from './catalog-part-versions.js'
import { catalogVersionTable } from './catalog-versions.js'
import { compatibilityTable, noteCompatibility } from './compatibility.js'
import { enteredRegistrationColumn } from './entered-registration.js'
import { feed } from './feed.js'
import { firstRelease } from './first-release/first-release.js'
import { flow } from './flow.js'
import { inboundTables } from './inbound.js'
import type { Addition, Migration } from './migration.js'
import { operatorSessionTables } from './operator-sessions.js'
import { ownListIndexes } from './own-lists.js'
import { personSessionTable } from './person-sessions.js'
import { providerTestTable } from './provider-tests.js'
import { vendorTemplateColumn } from './vendor-template.js'
import { receiptRecipients } from './receipt-recipients.js'
import { recipientSearch } from './recipient-search.js'
import { sandboxTemplateColumns } from './sandbox-templates.js'
import { confirmedKeyColumns } from './confirmed-keys.js'
import { secondFactorTables } from './second-factors.js'
import { signUpTable } from './sign-ups.js'
import { parkingTable } from './parking.js'
import { starterTables } from './starters.js'
import { stoppedTargets } from './stopped-targets.js'
import { supportOperatorColumns } from './support-operators.js'
import { unreadableCallbackTable } from './unreadable-callbacks.js'
import { testMessageTable } from './test-messages.js'
import { balanceAlertTable } from './balance-alerts.js'
import { ticketWordTables } from './ticket-words.js'
import { usageDayTables } from './usage-days.js'
import { usageLineTables } from './usage-lines.js'

/** Every migration, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  firstRelease,
  feed,
  operatorSessionTables,
  bulkTables,
  flow,
  recipientSearch,
  stoppedTargets,
  accountRefusals,
  receiptRecipients,
  attemptPartTables,
  accountRateColumn,
  accountRoutingColumn,
  inboundTables,
  accountHealthTables,
  unreadableCallbackTable,
  providerTestTable,
  vendorTemplateColumn,
  assertionTable,
  personSessionTable,
  sandboxTemplateColumns,
  ownListIndexes,
  appChangeColumns,
  signUpTable,
  starterTables,
  usageDayTables,
  supportOperatorColumns,
  secondFactorTables,
  confirmedKeyColumns,
  testMessageTable,
  enteredRegistrationColumn,
  parkingTable,
  catalogVersionTable,
  usageLineTables,
  balanceAlertTable,
  ticketWordTables,
  catalogPartVersions,
]

/** The names of all migrations, in their order. */
export const migrationNames: readonly string[] = MIGRATIONS.map(({ name }) => name)

/** From here on a database knows whether it is held. */
export const INSTALLATION = firstRelease.name

/** Adds what is not there yet: a migration that was interrupted begins anew. */
const add = async (knex: Knex, dialect: Dialect, addition: Addition): Promise<void> => {
  const { kind, table, name, definition } = addition
  if (kind === 'index') return dialect.addIndex(knex, { table, name, columns: definition })
  if (!(await knex.schema.hasColumn(table, name)))
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`)
}

const run = async (knex: Knex, dialect: Dialect, migration: Migration): Promise<void> => {
  for (const each of compatibilityTable(dialect)) await knex.raw(each)
  // Before anything is changed: a program that has never heard of the migration reads there what it needs to know.
  await noteCompatibility(knex, migration)
  for (const each of migration.statements(dialect)) await knex.raw(each)
  for (const addition of migration.additions?.(dialect.types) ?? []) await add(knex, dialect, addition)
  for (const change of migration.changes ?? []) await knex.raw(change)
}

/** Knex's view of the migrations: they are part of the program, not files beside it. Forward only. */
export const migrationSource = (
  dialect: Dialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve([...migrations]),
  getMigrationName: ({ name }) => name,
  getMigration: (migration) =>
    Promise.resolve({
      up: (knex: Knex) => run(knex, dialect, migration),
      down: () => Promise.reject(new Error(`${migration.name} cannot be undone: migrations go forward only`)),
    }),
})
