import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { inboxMessage, type InboxMessage } from '@postrider/provider-sandbox/inbox'
import { createJournalMemory } from '@postrider/provider-sandbox/journal-memory'
import { createReporter } from '@postrider/provider-sandbox/reporter'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventually } from '@postrider/conformance/eventually'
import { anSms } from '@postrider/conformance/provider'
import { freshDirectory } from '../../servers/run-directory.js'

describe('The inbox of the sandbox', () => {
  it("has the id of a message's request, if there was one", () => {
    const message = anSms('+447400120006')
    expect(inboxMessage(message)).to.include({ requestId: message.trace.requestId })
    expect(inboxMessage({ ...message, trace: UNTRACED })).to.not.have.property('requestId')
  })

  it('has a message once, also if its next report is due while the first is still being written', async () => {
    const clock = createSystemClock()
    const delivered: InboxMessage[] = []
    const inbox = {
      append: async (messages: readonly InboxMessage[]) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        delivered.push(...messages)
      },
      recentIds: () => Promise.resolve(new Set<string>()),
    }
    let reported = 0
    const reporter = createReporter({
      account: fresh.id('pac'),
      inbox,
      sink: ({ reports = [] }) => Promise.resolve(void (reported += reports.length)),
      clock,
      timers: systemTimers,
      random: systemRandom,
      note: () => Promise.resolve(),
    })
    const memory = createJournalMemory()
    const message = anSms('+447400120006')
    const { messageId } = message
    const atMs = clock.nowMs()
    const taken = memory.hold({
      kind: 'taken',
      messageId,
      atMs,
      dueMs: atMs,
      behavior: 'confuse',
      message: inboxMessage(message),
    })
    // Three of its four reports say that it was delivered, at most 180 ms apart.
    reporter.plan(taken)
    await eventually('all is reported', () => reported >= 4)
    await reporter.close()
    expect(delivered.map((one) => one.messageId)).to.deep.equal([messageId])
  })

  it('has each line whole and once, even if the disk was full during a batch', async () => {
    const directory = await freshDirectory('inbox')
    const path = fileURLToPath(new URL('inbox-process.js', import.meta.url))
    // The size limit of a file in blocks of 512 bytes or of a KiB, like on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 4; exec "${process.execPath}" "${path}" "${directory}"`
    const child = spawn('sh', ['-c', limited], { stdio: ['ignore', 'inherit', 'inherit'] })
    await once(child, 'exit')
    expect(child.exitCode).to.equal(0)
    const text = await readFile(join(directory, 'sandbox-inbox.jsonl'), 'utf8')
    expect(text.endsWith('\n')).to.equal(true)
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as InboxMessage).messageId)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(ids.length).to.be.greaterThan(0)
  })
})
