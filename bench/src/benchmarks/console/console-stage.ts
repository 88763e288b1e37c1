import { type BenchRun, type Choice, variantOf } from '../bench-run.js'
import { mariadbPid } from '../machine/database-pid.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { type ClientProcess, startClients } from './client-process.js'

/** An API, a console and its browsers, each in its own process, on one database. */
export interface ConsoleStage {
  readonly api: ServerProcess
  readonly host: ServerProcess
  readonly clients: ClientProcess
  readonly databasePid: number | undefined
  close(): Promise<void>
}

/** Opens a stage on MariaDB. All started processes are stopped at the end, even if it can't be opened. */
export const openConsoleStage = async (
  run: BenchRun,
  choice: Pick<Choice, 'name' | 'tenants' | 'stored' | 'sessions'>,
): Promise<ConsoleStage> => {
  const { drop, ...variant } = await variantOf(run, { ...choice, acceptance: 'real', engine: 'MariaDB' })
  const ends: Array<() => Promise<void>> = [drop]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  const opening = async (): Promise<ConsoleStage> => {
    const api = await startServer({ ...variant, sessions: 0 })
    ends.push(() => api.stop())
    const host = await startServer({ ...variant, role: 'console', tenants: 0, people: 0, stored: 0 })
    ends.push(() => host.stop())
    const clients = startClients()
    ends.push(() => clients.stop())
    return { api, host, clients, databasePid: await mariadbPid(run.mysqlUrl), close }
  }
  try {
    return await opening()
  } catch (cause) {
    await close()
    throw cause
  }
}
