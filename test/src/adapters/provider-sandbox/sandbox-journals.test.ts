import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Provider } from '@postrider/core/providers/ports/provider'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { eventually } from '@postrider/conformance/eventually'
import { anSms, keepReports } from '@postrider/conformance/provider'
import { freshDirectory } from '../../servers/run-directory.js'
import { onSmallDisk } from '../../servers/small-disk.js'
import { endedJournalPath, type JournalPlan, writeJournal } from './journal-writing.js'

const NUMBER = '+447400120000'
const HOUR_MS = 3_600_000

/** The memory that the sandbox may need in addition to the modules of the program and of the kit. */
const HEAP_MIB = 64 + 24

const programOf = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url))

/** The output of a process with little memory about a journal that it found. */
interface JournalResult {
  readonly again: string
  readonly fresh: string
  readonly reported: number
  readonly longestPauseMs: number
}

/** Concurrent calls at the sandbox that `postrider setup` creates. */
const AT_ONCE = 256
const MESSAGES = 9_984

describe('The sandbox under load', () => {
  it('takes as many concurrent calls as setup allows, and reports all messages', async () => {
    const reports = keepReports()
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const dataDir = await freshDirectory('sandbox')
    const provider = createSandbox({ dataDir, ...ports }).open(aProviderAccount(), {}, reports.sink)
    let taken = 0
    for (let from = 0; from < MESSAGES; from += AT_ONCE) {
      const calls = Array.from({ length: AT_ONCE }, () => provider.submit(anSms(NUMBER), 15_000))
      taken += (await Promise.all(calls)).filter(({ _tag }) => _tag === 'Accepted').length
    }
    expect(taken).to.equal(MESSAGES)
    await eventually('all are reported', () => reports.stored.length === MESSAGES)
    await provider.close()
  })
})

describe('The journals of ended sandboxes', () => {
  const account = aProviderAccount()
  const opened: Provider[] = []
  let dataDir: string

  beforeEach(async () => {
    dataDir = await freshDirectory('sandbox')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((provider) => provider.close()))
  })

  const open = (sink = keepReports().sink): Provider => {
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const provider = createSandbox({ dataDir, ...ports, deliverAfterMs: 10 }).open(account, {}, sink)
    opened.push(provider)
    return provider
  }
  const send = async (provider: Provider): Promise<string> =>
    (await provider.submit(anSms(NUMBER), 5_000))._tag

  /** Starts a process with little memory on a journal, and returns its output and the remaining files. */
  const found = async (plan: Omit<JournalPlan, 'atMs'>, reports: number) => {
    const path = endedJournalPath(dataDir, account.providerAccountId)
    const [, last = ''] = await writeJournal(path, { ...plan, atMs: Date.now() - HOUR_MS })
    const heap = `--max-old-space-size=${HEAP_MIB}`
    const args = [
      heap,
      programOf('journal-process'),
      dataDir,
      account.providerAccountId,
      last,
      String(reports),
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return { result: JSON.parse(stdout) as JournalResult, files: await readdir(dataDir) }
  }

  it('are taken over within 64 MiB of memory: 500,000 messages, a tenth of them unreported', async () => {
    const { result, files } = await found({ messages: 500_000, openEach: 10 }, 50_001)
    expect(result).to.deep.include({ again: 'Accepted', fresh: 'Accepted', reported: 50_001 })
    expect(result.longestPauseMs).to.be.below(5_000)
    expect(files.filter((file) => file.startsWith('sandbox-journal'))).to.have.length(1)
  })

  it('are taken over in portions if nothing of them is reported', async () => {
    const { result } = await found({ messages: 60_000, openEach: 1 }, 60_001)
    expect(result).to.deep.include({ again: 'Accepted', fresh: 'Accepted', reported: 60_001 })
  })

  it("aren't changed, and delay nothing, if another program wrote them", async () => {
    const { providerAccountId } = account
    const bytes = endedJournalPath(dataDir, providerAccountId)
    await writeFile(bytes, Buffer.alloc(20_000_000, 0xff))
    const lines = endedJournalPath(dataDir, providerAccountId)
    await writeFile(lines, '{"kind":"taken","messageId":"msg_01"}\n[]\nnull\n"text"\n'.repeat(1_000))
    await mkdir(endedJournalPath(dataDir, providerAccountId))
    const provider = open()
    expect(await send(provider)).to.equal('Accepted')
    await eventually('they are put aside', async () => {
      const aside = (await readdir(dataDir)).filter((file) => file.startsWith('sandbox-unreadable'))
      return aside.length === 2
    })
    const health = provider.health?.({
      status: 'connecting',
      sinceMs: 0,
      detail: undefined,
      sessions: 0,
      callsInFlight: 0,
    })
    expect(health?.status).to.equal('up')
    expect(health?.detail).to.contain('EISDIR')
  })

  it('wait until there is room on a full disk, and the account sends again then', async () => {
    const result: unknown = JSON.parse(await onSmallDisk(programOf('full-disk-process')))
    expect(result).to.deep.equal({ full: 'NotAttempted', after: 'Accepted', reported: 2_000 })
  })

  it('are searched for again if the directory is unusable at first, even without messages to send', async () => {
    await rm(dataDir, { recursive: true })
    await writeFile(dataDir, 'a file in the way')
    const reports = keepReports()
    open(reports.sink)
    await rm(dataDir)
    await mkdir(dataDir)
    const path = endedJournalPath(dataDir, account.providerAccountId)
    await writeJournal(path, { messages: 10, openEach: 1, atMs: Date.now() })
    await eventually('all are reported', () => reports.stored.length === 10)
  })
})
