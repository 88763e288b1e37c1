import type { ColumnTypes, Dialect, TableDefinition } from '../../engine/dialect.js'
import type { Migration } from '../migration.js'
import { approvalsTables } from './approvals-tables.js'
import { auditTables } from './audit-tables.js'
import { changeTables } from './change-tables.js'
import { eventTables } from './event-tables.js'
import { consentTables } from './consent-tables.js'
import { firstRows } from './first-rows.js'
import { identityTables } from './identity-tables.js'
import { ledgerTables } from './ledger-tables.js'
import { messagingTables } from './messaging-tables.js'
import { otpTables } from './otp-tables.js'
import { platformTables } from './platform-tables.js'
import { providersTables } from './providers-tables.js'
import { supportTables } from './support-tables.js'
import { templatesTables } from './templates-tables.js'
import { tenancyTables } from './tenancy-tables.js'
import { webhookTables } from './webhook-tables.js'

/**
 * Every table, by the modules of the core. No constraint names a channel or a kind of provider: only the
 * program knows those.
 */
const tablesOf = (types: ColumnTypes): readonly TableDefinition[] =>
  [
    tenancyTables,
    auditTables,
    otpTables,
    templatesTables,
    identityTables,
    consentTables,
    supportTables,
    providersTables,
    ledgerTables,
    approvalsTables,
    messagingTables,
    eventTables,
    webhookTables,
    platformTables,
  ].flatMap((tables) => tables(types))

const NAME = '0001_first_release'

/** The whole schema of the first release. */
export const firstRelease: Migration = {
  name: NAME,
  oldestProgram: NAME,
  statements: (dialect: Dialect) => [
    ...[...tablesOf(dialect.types), ...changeTables(dialect)].flatMap(dialect.createTable),
    ...firstRows(dialect),
  ],
}
