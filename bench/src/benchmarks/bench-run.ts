import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createPostgresDatabase } from '@postrider/test/servers/postgres-database'
import { createDatabase } from '@postrider/test/servers/test-database'
import type { LoadSource } from './load/load-source.js'
import type { SmscAccount, Variant } from './variant.js'

/** The options of a benchmark run. */
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
  /** The load generator of acceptance and of the sending plane. */
  readonly source: LoadSource
  /** Aborted if a person interrupts the run. */
  readonly signal: AbortSignal
}

/** The parts of a variant that a run decides. */
export type Choice = Pick<Variant, 'name' | 'acceptance' | 'tenants'> & {
  readonly engine: 'MariaDB' | 'PostgreSQL' | 'SQLite'
  /** Messages to store in advance; default 0. */
  readonly stored?: number
  /** People who can sign in; default 0. */
  readonly people?: number
  /** Console sessions; default 0. */
  readonly sessions?: number
  /** The SMSC that messages go to; default: the prompt provider. */
  readonly smsc?: SmscAccount
  /** Organizations besides the tenants; default 0. */
  readonly crowd?: number
  /** Whether reads are rate-limited; default false. */
  readonly hasReadLimit?: boolean
}

/** The description of a server on its own database. */
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
