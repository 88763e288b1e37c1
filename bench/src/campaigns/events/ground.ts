import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { E } from '@postrider/core/fp'
import { binary } from '@postrider/test/servers/binaries'
import { createPostgresDatabase } from '@postrider/test/servers/postgres-database'
import { createDatabase } from '@postrider/test/servers/test-database'
import { backupCommands } from '@postrider/wiring/backup'
import { parseSettings } from '@postrider/wiring/settings'
import type { CampaignRun } from '../campaign.js'

/** A database that is backed up and restored with the documented commands. */
export interface Ground {
  readonly name: string
  readonly url: string
  /** Backs it up, also while it is in use. */
  backUp(settings: Readonly<Record<string, string>>): Promise<void>
  /** Replaces it with the backup; no process may use it. */
  putBack(): Promise<void>
  drop(): Promise<void>
}

const execute = promisify(execFile)

interface Engine {
  readonly name: string
  readonly url: string
  /** The variables and programs of its commands. */
  readonly environment: Readonly<Record<string, string>>
  readonly empty: () => Promise<void>
  readonly drop: () => Promise<void>
}

const mariadb = async ({ mysqlUrl }: CampaignRun): Promise<Engine> => {
  const database = await createDatabase(mysqlUrl)
  const empty = async (): Promise<void> => {
    const connection = await createConnection({ uri: database.url, multipleStatements: true })
    const { name } = database
    await connection.query(`DROP DATABASE ${name}; CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
    await connection.end()
  }
  const environment = { MYSQL_PWD: new URL(database.url).password }
  return { name: 'MariaDB', url: database.url, environment, empty, drop: database.drop }
}

const postgres = async (): Promise<Engine> => {
  const database = await createPostgresDatabase()
  const empty = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url.replace(/\/[^/]*$/, '/postgres') })
    await client.connect()
    await client.query(`DROP DATABASE ${database.name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${database.name} TEMPLATE template0`)
    await client.end()
  }
  const environment = {
    PGPASSWORD: new URL(database.url).password,
    PATH: `${dirname(binary('pgDump'))}:${process.env['PATH'] ?? ''}`,
  }
  return { name: 'PostgreSQL', url: database.url, environment, empty, drop: database.drop }
}

const ENGINES = { mariadb, postgres }

/** Creates an empty database on a server of the run. */
export const openGround = async (run: CampaignRun, engine: keyof typeof ENGINES): Promise<Ground> => {
  const { name, url, environment, empty, drop } = await ENGINES[engine](run)
  const shell = (command: string): Promise<unknown> =>
    execute('sh', ['-c', command], { env: { ...process.env, ...environment } })
  let load: readonly string[] = []
  return {
    name,
    url,
    drop,
    backUp: async (settings) => {
      const parsed = parseSettings(settings)
      const commands = E.isRight(parsed)
        ? backupCommands(parsed.right, join(run.directory, `${engine}.sql`))
        : undefined
      if (commands === undefined) throw new Error('the settings have no database on a server')
      for (const command of commands.backUp) await shell(command)
      load = commands.putBack
    },
    putBack: async () => {
      await empty()
      for (const command of load) await shell(command)
    },
  }
}
