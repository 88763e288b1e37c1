import type { ColumnTypes, TableDefinition } from '../../engine/dialect.js'
import type { Migration } from '../migration.js'
import { agentTables } from './agent-tables.js'
import { approvalTables } from './approval-tables.js'
import { catalogTables } from './catalog-tables.js'
import { failureTables } from './failure-tables.js'
import { installationRow, installationTables } from './installation-tables.js'
import { keyTables } from './key-tables.js'
import { messageTables } from './message-tables.js'
import { moneyTables } from './money-tables.js'
import { peopleTables } from './people-tables.js'
import { policyTables } from './policy-tables.js'
import { supportTables } from './support-tables.js'
import { templateTables } from './template-tables.js'

/** Every table of the first release. No constraint names a channel or a kind of provider: those are the programs'. */
const tablesOf = (types: ColumnTypes): readonly TableDefinition[] =>
  [
    catalogTables,
    moneyTables,
    messageTables,
    policyTables,
    peopleTables,
    supportTables,
    agentTables,
    templateTables,
    approvalTables,
    failureTables,
    installationTables,
    keyTables,
  ].flatMap((tables) => tables(types))

const FIRST_EPOCH = `
  INSERT INTO catalog_epoch (one, epoch) SELECT * FROM (SELECT 1 AS one, 1 AS epoch) first
  WHERE NOT EXISTS (SELECT * FROM catalog_epoch)`

const NAME = '0017_first_release'

/**
 * All that the first release needs. It is the seventeenth by its number: sixteen came before it, of programs that were never
 * released, and those refuse a database that has this one (docs/decisions/0042).
 */
export const firstRelease: Migration = {
  name: NAME,
  oldestProgram: NAME,
  statements: (dialect) => [
    ...tablesOf(dialect.types).flatMap(dialect.createTable),
    FIRST_EPOCH,
    installationRow(dialect),
  ],
}
