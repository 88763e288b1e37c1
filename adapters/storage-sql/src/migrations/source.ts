import type { Knex } from 'knex'
import { add, type Addition } from './addition.js'
import { administrationAdditions, administrationTables } from './administration-tables.js'
import { agentTables } from './agent-tables.js'
import { approvalTables } from './approval-tables.js'
import { BESIDE_TABLE, noteBeside } from './beside.js'
import { bookAdditions, divideBooks } from './book-tables.js'
import { catalogTables } from './catalog-tables.js'
import { createTable, type EngineName as Engine, mysqlTypes, sqliteTypes } from './dialect.js'
import { enrolmentTables } from './enrolment-tables.js'
import { installationStatements } from './installation-tables.js'
import { keyAdditions, keyTables } from './key-tables.js'
import { messageTables } from './message-tables.js'
import { moneyTables } from './money-tables.js'
import { peopleTables } from './people-tables.js'
import { sendingPlaneTables } from './sending-plane-tables.js'
import { supportTables } from './support-tables.js'
import { templateTables } from './template-tables.js'
import { tracingAdditions } from './tracing-tables.js'
import { truthTables } from './truth-tables.js'

/** A change of the schema. It is never edited once released and can be run again after an interruption. */
interface Migration {
  readonly name: string
  /**
   * The newest migration that a program knows which may run on a database that has this one; an older program is refused
   * (docs/decisions/0033). A migration that only adds needs no newer one than the migration before did.
   */
  readonly oldestProgram: string
  readonly statements: (engine: Engine) => readonly string[]
  /** Columns and indexes that earlier tables get; each is added where it is missing. */
  readonly additions?: (engine: Engine) => readonly Addition[]
  /** What becomes of rows that are there, once all of that is; it can be said again too. */
  readonly changes?: readonly string[]
}

/** What the first program knew: whatever only adds may be met by it. */
const FIRST_PROGRAM = '0008_administration'

/** From here on a database knows whether it is held. */
export const INSTALLATION = '0010_installation'

const foundation: Migration = {
  name: '0001_foundation',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    const tables = [...catalogTables(types), ...moneyTables(types), ...messageTables(types)]
    const missing = 'WHERE NOT EXISTS (SELECT * FROM catalog_epoch)'
    return [
      ...tables.flatMap((definition) => createTable(engine, definition)),
      `INSERT INTO catalog_epoch (one, epoch) SELECT * FROM (SELECT 1 AS one, 1 AS epoch) first ${missing}`,
    ]
  },
}

const sendingPlane: Migration = {
  name: '0002_sending_plane',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return sendingPlaneTables(types).flatMap((definition) => createTable(engine, definition))
  },
  additions: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return [
      { kind: 'column', table: 'messages', name: 'sealed_variables', definition: types.long },
      {
        kind: 'column',
        table: 'messages',
        name: 'uncalled',
        definition: `${types.integer} NOT NULL DEFAULT 0`,
      },
      { kind: 'column', table: 'apps', name: 'legacy_sender_id', definition: types.name(128) },
      { kind: 'column', table: 'checkpoints', name: 'walk_seq', definition: types.integer },
      { kind: 'column', table: 'checkpoints', name: 'walk_posted', definition: types.integer },
      { kind: 'column', table: 'checkpoints', name: 'walk_reserved', definition: types.integer },
      { kind: 'column', table: 'checkpoints', name: 'walk_digest', definition: types.digest },
      { kind: 'column', table: 'checkpoints', name: 'walked_at', definition: types.integer },
      { kind: 'index', table: 'outbox', name: 'by_turn', definition: 'lane, organization_id, due_at' },
    ]
  },
}

const people: Migration = {
  name: '0003_people',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    const tables = [...peopleTables(types), ...supportTables(types)]
    return tables.flatMap((definition) => createTable(engine, definition))
  },
  additions: () => [
    {
      kind: 'index',
      table: 'server_credentials',
      name: 'of_organization',
      definition: 'organization_id, id',
    },
  ],
}

const agents: Migration = {
  name: '0004_agents',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return agentTables(types).flatMap((definition) => createTable(engine, definition))
  },
}

const templates: Migration = {
  name: '0005_templates',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return templateTables(types).flatMap((definition) => createTable(engine, definition))
  },
}

const truth: Migration = {
  name: '0007_truth',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return truthTables(types).flatMap((definition) => createTable(engine, definition))
  },
  additions: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return [
      { kind: 'index', table: 'audit_log', name: 'of_target', definition: types.start('target') },
      {
        kind: 'index',
        table: 'checkpoints',
        name: 'by_status',
        definition: 'status, organization_id, currency',
      },
    ]
  },
}

const approvals: Migration = {
  name: '0006_approvals',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return approvalTables(types).flatMap((definition) => createTable(engine, definition))
  },
  additions: () => [
    {
      kind: 'index',
      table: 'price_versions',
      name: 'by_slot',
      definition: 'channel, destination_prefix, currency, effective_from, organization_id',
    },
    { kind: 'index', table: 'price_versions', name: 'of_owner', definition: 'organization_id, id' },
  ],
}

const administration: Migration = {
  name: '0008_administration',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return administrationTables(types).flatMap((definition) => createTable(engine, definition))
  },
  additions: (engine) => administrationAdditions(engine === 'mysql' ? mysqlTypes : sqliteTypes),
}

/** A program that knows no names of claims leaves these columns as they are (`docs/decisions/0026`). */
const calling: Migration = {
  name: '0009_calling',
  oldestProgram: FIRST_PROGRAM,
  statements: () => [],
  additions: (engine) => {
    const { integer } = engine === 'mysql' ? mysqlTypes : sqliteTypes
    return ['messages', 'attempts'].map((table) => ({
      kind: 'column',
      table,
      name: 'claim',
      definition: `${integer} NOT NULL DEFAULT 0`,
    }))
  },
}

const installation: Migration = {
  name: INSTALLATION,
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => installationStatements(engine, engine === 'mysql' ? mysqlTypes : sqliteTypes),
}

const books: Migration = {
  name: '0011_books',
  oldestProgram: FIRST_PROGRAM,
  statements: () => [],
  additions: (engine) => bookAdditions(engine === 'mysql' ? mysqlTypes : sqliteTypes),
  changes: divideBooks,
}

const keys: Migration = {
  name: '0012_keys',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) =>
    keyTables(engine === 'mysql' ? mysqlTypes : sqliteTypes).flatMap((definition) =>
      createTable(engine, definition),
    ),
  additions: (engine) => keyAdditions(engine === 'mysql' ? mysqlTypes : sqliteTypes),
}

const programs: Migration = {
  name: '0014_programs',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) => {
    const types = engine === 'mysql' ? mysqlTypes : sqliteTypes
    const columns = `name ${types.name(64)} NOT NULL PRIMARY KEY, oldest_program ${types.name(64)} NOT NULL`
    return createTable(engine, { name: BESIDE_TABLE, byKey: true, columns })
  },
}

const enrolments: Migration = {
  name: '0015_enrolments',
  oldestProgram: FIRST_PROGRAM,
  statements: (engine) =>
    enrolmentTables(engine === 'mysql' ? mysqlTypes : sqliteTypes).flatMap((definition) =>
      createTable(engine, definition),
    ),
}

const tracing: Migration = {
  name: '0016_tracing',
  oldestProgram: FIRST_PROGRAM,
  statements: () => [],
  additions: (engine) => tracingAdditions(engine === 'mysql' ? mysqlTypes : sqliteTypes),
}

const MIGRATIONS: readonly Migration[] = [
  foundation,
  sendingPlane,
  people,
  agents,
  templates,
  approvals,
  truth,
  administration,
  calling,
  installation,
  books,
  keys,
  programs,
  enrolments,
  tracing,
]

/** The names of all migrations, in their order. */
export const migrationNames: readonly string[] = MIGRATIONS.map(({ name }) => name)

/** Tells of a migration before it changes anything; the one that makes the place for it tells of all before it. */
const running = async (knex: Knex, migration: Migration, run: () => Promise<void>): Promise<void> => {
  if (await knex.schema.hasTable(BESIDE_TABLE)) await noteBeside(knex, migration)
  await run()
  if (migration !== programs) return
  for (const each of MIGRATIONS) if (each.name <= programs.name) await noteBeside(knex, each)
}

/** Knex's view of the migrations: they are part of the program, not files beside it. Forward only. */
export const migrationSource = (engine: Engine): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve([...MIGRATIONS]),
  getMigrationName: ({ name }) => name,
  getMigration: (migration) =>
    Promise.resolve({
      up: (knex: Knex) =>
        running(knex, migration, async () => {
          for (const each of migration.statements(engine)) await knex.raw(each)
          for (const addition of migration.additions?.(engine) ?? []) await add(knex, engine, addition)
          for (const change of migration.changes ?? []) await knex.raw(change)
        }),
      down: () => Promise.reject(new Error(`${migration.name} cannot be undone: migrations go forward only`)),
    }),
})
