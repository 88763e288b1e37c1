import { execFile } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { runPostrider } from '@postrider/test/hosts/cli/run-postrider'

type Environment = Readonly<Record<string, string>>

/** A database that can be backed up and restored. */
export interface Copies {
  readonly settings: Environment
  /** Backs it up as documented. */
  backUp(): Promise<void>
  /** Restores the backup. */
  putBack(): Promise<void>
  /** Copies it without the documented steps, while no process runs. */
  copyPlainly(): Promise<void>
  /** Restores that copy. */
  putPlainBack(): Promise<void>
}

const execute = promisify(execFile)

const asked = async (args: readonly string[], settings: Environment): Promise<string> => {
  const { exitCode, out, err } = await runPostrider(args, settings)
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}: ${out}${err}`)
  return out
}

/** A SQLite file in a data directory. */
export const embeddedCopies = (settings: Environment, directory: string, dataDir: string): Copies => {
  const database = join(dataDir, 'postrider.db')
  const [backup, plain] = [join(directory, 'backup.db'), join(directory, 'plain.db')]
  const put = async (copy: string): Promise<void> => {
    for (const rest of ['-wal', '-shm']) await rm(`${database}${rest}`, { force: true })
    await copyFile(copy, database)
  }
  return {
    settings,
    backUp: async () => void (await asked(['backup', backup], settings)),
    putBack: () => put(backup),
    copyPlainly: () => copyFile(database, plain),
    putPlainBack: () => put(plain),
  }
}

const shell = (command: string, password: string): Promise<unknown> =>
  execute('sh', ['-c', command], { env: { ...process.env, MYSQL_PWD: password } })

const emptied = async (url: string): Promise<void> => {
  const { pathname } = new URL(url)
  const connection = await createConnection({ uri: url, multipleStatements: true })
  const name = pathname.slice(1)
  await connection.query(`DROP DATABASE ${name}; CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
  await connection.end()
}

/** A database on a MariaDB, with the commands that the program prints. */
export const serverCopies = async (
  settings: Environment,
  directory: string,
  url: string,
): Promise<Copies> => {
  const { password } = new URL(url)
  const commandsFor = async (file: string): Promise<readonly string[]> => {
    const lines = (await asked(['backup', join(directory, file)], settings)).trim().split('\n')
    return lines.filter((line) => !line.startsWith('#'))
  }
  const [dump = '', mark = '', load = ''] = await commandsFor('backup.sql')
  const [plainDump = '', , plainLoad = ''] = await commandsFor('plain.sql')
  const putting = async (command: string): Promise<void> => {
    await emptied(url)
    await shell(command, password)
  }
  return {
    settings,
    backUp: async () => {
      await shell(dump, password)
      await shell(mark, password)
    },
    putBack: () => putting(load),
    copyPlainly: async () => void (await shell(plainDump, password)),
    putPlainBack: () => putting(plainLoad),
  }
}
