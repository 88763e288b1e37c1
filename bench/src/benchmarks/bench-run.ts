import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createPostgresDatabase } from '@postrider/test/servers/postgres-database'
import { createDatabase } from '@postrider/test/servers/test-database'
import type { LoadSource } from './load/load-source.js'
import type { SmscAccount, Variant } from './variant.js'

/** What a run of the benchmark was asked for. */
export interface BenchRun {
  readonly directory: string
  readonly mysqlUrl: string
  readonly amqpUrl: string
  readonly masterKey: string
  readonly measureMs: number
  readonly rounds: number
  /** Messages that are accepted in advance and then dispatched. */
  readonly messages: number
  /** Messages that are stored before growth is measured. */
  readonly stored: number
  /** How long memory is watched under load; 0: not at all. */
  readonly soakMs: number
  /** What makes the load of acceptance and of the sending plane. */
  readonly source: LoadSource
  /** Aborted where somebody interrupts the run. */
  readonly signal: AbortSignal
}

/** The parts of a variant that a run decides. */
export type Choice = Pick<Variant, 'name' | 'acceptance' | 'tenants'> & {
  readonly engine: 'MariaDB' | 'PostgreSQL' | 'SQLite'
  /** Messages to be stored in advance; none where nothing is said. */
  readonly stored?: number
  /** People who can sign in; none where nothing is said. */
  readonly people?: number
  /** Sessions at the console; none where nothing is said. */
  readonly sessions?: number
  /** Where messages go; to the prompt provider where nothing is said. */
  readonly smsc?: SmscAccount
  /** Organizations next to the tenants; none unless it is said. */
  readonly crowd?: number
  /** Whether reads are limited; not unless it is said. */
  readonly hasReadLimit?: boolean
}

/** A server's description on a database of its own. */
export const variantOf = async (
  run: BenchRun,
  choice: Choice,
): Promise<Variant & { drop(): Promise<void> }> => {
  const dataDir = join(run.directory, randomUUID())
  const common = {
    dataDir,
    masterKey: run.masterKey,
    queuePrefix: `bench-${randomUUID()}`,
    role: 'http' as const,
    ...(choice.smsc === undefined ? {} : { smsc: choice.smsc }),
    ...(choice.crowd === undefined ? {} : { crowd: choice.crowd }),
    ...(choice.hasReadLimit === undefined ? {} : { hasReadLimit: choice.hasReadLimit }),
  }
  const { name, acceptance, tenants, stored = 0, people = 0, sessions = 0 } = choice
  if (choice.engine === 'SQLite') {
    const storageUrl = `sqlite:${join(dataDir, 'postrider.db')}`
    return {
      ...common,
      name,
      acceptance,
      tenants,
      people,
      sessions,
      stored,
      storageUrl,
      queueUrl: 'embedded:',
      drop: async () => undefined,
    }
  }
  const database = await (choice.engine === 'PostgreSQL'
    ? createPostgresDatabase()
    : createDatabase(run.mysqlUrl))
  return {
    ...common,
    name,
    acceptance,
    tenants,
    people,
    sessions,
    stored,
    storageUrl: database.url,
    queueUrl: run.amqpUrl,
    drop: database.drop,
  }
}
