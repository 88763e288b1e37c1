import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { E } from '@postrider/core/fp'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { right } from '@postrider/conformance/outcome'
import { accept, aRequest, credit, payingAccountOf } from '@postrider/conformance/storage/messaging/accepting'

/**
 * A separate program that has storage in the folder of its argument, on a file system of the size that the
 * test chose. It fills it up and frees it again. It prints the responses to sends and the health before,
 * while full, and after.
 */
const [folder = ''] = process.argv.slice(2)
const filler = join(folder, 'filler')
const BLOCK = Buffer.alloc(4096)
const MOST_SENDS = 2000
const TIMEOUT_MS = 20_000

const fill = (): void => {
  const file = openSync(filler, 'w')
  try {
    for (;;) writeSync(file, BLOCK)
  } catch {
    closeSync(file)
  }
}

const send = async (storage: Storage): Promise<string> => {
  const request = aRequest()
  const credited = await credit(storage, payingAccountOf(request.message), 100).then(
    () => undefined,
    () => 'refused',
  )
  if (credited !== undefined) return credited
  const accepted = await accept(storage, [request])()
  return E.isRight(accepted) ? 'accepted' : accepted.left._tag
}

/** The first writes still fit into existing files. */
const sendUntilRefused = async (storage: Storage): Promise<string> => {
  for (let sends = 0; sends < MOST_SENDS; sends += 1) {
    const answer = await send(storage)
    if (answer !== 'accepted') return answer
  }
  return 'accepted'
}

const healthOf = async (storage: Storage): Promise<string> => {
  const health = await storage.health.check()()
  return E.isRight(health) ? 'well' : health.left.cause
}

const untilWell = async (storage: Storage): Promise<string> => {
  const giveUpAtMs = performance.now() + TIMEOUT_MS
  for (;;) {
    const health = await healthOf(storage)
    if (health === 'well' || performance.now() > giveUpAtMs) return health
    await sleep(200)
  }
}

const storage = await openStorage(`sqlite:${join(folder, 'postrider.db')}`)
await right(storage.health.migrate())
const before = { send: await send(storage), health: await healthOf(storage) }
fill()
const full = { send: await sendUntilRefused(storage), health: await healthOf(storage) }
rmSync(filler)
const after = { health: await untilWell(storage), send: await send(storage) }
await storage.close()
console.log(JSON.stringify({ before, full, after }))
