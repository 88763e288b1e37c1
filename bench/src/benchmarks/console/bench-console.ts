import type { BenchRun } from '../bench-run.js'
import { benchBesideAcceptance } from './bench-beside-acceptance.js'
import { benchSearch } from './bench-search.js'
import { benchSockets } from './bench-sockets.js'
import { openConsoleStage } from './console-stage.js'
import { say } from '../say.js'

const CONSOLES = 500

/** Measures the console's process with hundreds of browsers, and their effect on acceptance. */
export const benchConsole = async (run: BenchRun): Promise<void> => {
  say('an API and a console start')
  const stage = await openConsoleStage(run, { name: 'MariaDB', tenants: 2, sessions: CONSOLES })
  try {
    await benchSockets(run, stage)
    await benchBesideAcceptance(run, stage)
  } finally {
    await stage.close()
  }
  await benchSearch(run)
}
