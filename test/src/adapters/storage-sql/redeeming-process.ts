import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { stdin } from 'node:process'
import { E } from '@postrider/core/fp'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { consoleSignIns } from '../../builders/a-console.js'
import { FACTOR_PORTS } from '../../builders/a-second-factor.js'
import { aWorld } from '../../core/fakes/world.js'

/**
 * A separate program that opens the database of its first argument and prints `ready`. On a signal it spends
 * the ticket of its second argument for the web origin of its third, at once and as often as its fourth says.
 * It prints how often it was let in.
 */
const [url = '', ticket = '', origin = '', uses = ''] = process.argv.slice(2)
const storage = await openStorage(url)
const { sessions } = consoleSignIns({ ...aWorld().ports, ...FACTOR_PORTS, storage })
writeSync(1, 'ready\n')
await once(stdin, 'data')
const answers = await Promise.all(
  Array.from({ length: Number(uses) }, () => sessions.redeem(ticket, origin)()),
)
writeSync(1, `${answers.filter(E.isRight).length}\n`)
await storage.close()
stdin.destroy()
