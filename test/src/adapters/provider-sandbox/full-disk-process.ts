import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { anSms } from '@postrider/conformance/provider'
import { endedJournalPath, writeJournal } from './journal-writing.js'

/**
 * A separate program on a file system of the size that the test chose. It finds a journal there, fills the
 * disk, opens an account, and frees the disk. It prints the results of sends before and after, and the number
 * of reported messages of the journal.
 */
const [folder = ''] = process.argv.slice(2)
const filler = join(folder, 'filler')
const MESSAGES = 2_000
const TRIED_FOR_MS = 20_000

const fill = (): void => {
  const block = Buffer.alloc(4096)
  const file = openSync(filler, 'w')
  try {
    for (;;) writeSync(file, block)
  } catch {
    closeSync(file)
  }
}

const clock = createSystemClock()
const account = aProviderAccount()
await writeJournal(endedJournalPath(folder, account.providerAccountId), {
  messages: MESSAGES,
  openEach: 1,
  atMs: clock.nowMs(),
})
fill()
const reported = new Set<string>()
const sandbox = createSandbox({
  dataDir: folder,
  clock,
  timers: systemTimers,
  random: systemRandom,
  deliverAfterMs: 10,
})
const provider = sandbox.open(account, {}, ({ reports = [] }) => {
  for (const { messageId } of reports) if (messageId !== undefined) reported.add(messageId)
  return Promise.resolve()
})
const full = await provider.submit(anSms('+447400120000'), 5_000)
rmSync(filler)
const deadline = Date.now() + TRIED_FOR_MS
while (reported.size < MESSAGES && Date.now() < deadline) await sleep(50)
const after = await provider.submit(anSms('+447400120000'), 5_000)
await provider.close()
process.stdout.write(
  JSON.stringify({ full: full._tag, after: after._tag, reported: Math.min(reported.size, MESSAGES) }),
)
