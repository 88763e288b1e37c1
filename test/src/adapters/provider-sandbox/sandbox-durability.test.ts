import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import { createSandbox } from '@postrider/provider-sandbox/sandbox-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { eventually } from '@postrider/conformance/eventually'
import { anSms, keepReports, questionOf } from '@postrider/conformance/provider'
import { freshDirectory } from '../../servers/run-directory.js'
import { readInbox } from './read-inbox.js'

const NUMBER = '+447400120000'

describe('The sandbox, over crashes and restarts,', () => {
  const account = aProviderAccount()
  const opened: Provider[] = []
  const children: ChildProcess[] = []
  let dataDir: string

  beforeEach(async () => {
    dataDir = await freshDirectory('sandbox')
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(opened.splice(0).map((provider) => provider.close()))
  })

  const open = (sink: ProviderSink, deliverAfterMs = 40): Provider => {
    const ports = { clock: createSystemClock(), timers: systemTimers, random: systemRandom }
    const provider = createSandbox({ dataDir, ...ports, deliverAfterMs }).open(account, {}, sink)
    opened.push(provider)
    return provider
  }
  const journals = async (): Promise<string[]> =>
    (await readdir(dataDir)).filter((name) => name.startsWith('sandbox-journal'))

  /** Starts another process that submits these messages, and returns the results and the process. */
  const submitElsewhere = async (messages: readonly ProviderSubmission[]) => {
    const path = fileURLToPath(new URL('sandbox-process.js', import.meta.url))
    const recipients = messages.map(({ messageId, to }) => `${messageId}=${to}`)
    const child = spawn(process.execPath, [path, dataDir, account.providerAccountId, ...recipients], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const outcomes: SubmitOutcome[] = []
    for await (const line of createInterface(child.stdout)) {
      outcomes.push(JSON.parse(line) as SubmitOutcome)
      if (outcomes.length === messages.length) break
    }
    return { outcomes, child }
  }
  const kill = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  it('delivers and reports after a restart the messages that a killed process accepted, and recognizes repeats', async () => {
    const messages = [anSms(NUMBER), anSms('+447400120002'), anSms('+447400120004')]
    const { outcomes, child } = await submitElsewhere(messages)
    await kill(child)
    const reports = keepReports()
    const provider = open(reports.sink)
    const [first] = messages
    if (first === undefined) return
    expect(await provider.submit(first, 2_000)).to.deep.equal(outcomes[0])
    await eventually('everything is reported', () => reports.stored.length === 3)
    expect(new Set(reports.stored.map(({ messageId }) => messageId))).to.deep.equal(
      new Set(messages.map(({ messageId }) => messageId)),
    )
    const inbox = await readInbox(dataDir)
    expect(inbox.map(({ messageId }) => messageId)).to.have.members(
      [messages[0], messages[2]].map((message) => message?.messageId),
    )
  })

  it("delivers once a message whose delivery wasn't recorded before the kill", async () => {
    const message = anSms(NUMBER)
    const { child } = await submitElsewhere([message])
    await eventually('it was delivered', async () => (await readInbox(dataDir)).length === 1)
    await kill(child)
    const reports = keepReports()
    open(reports.sink)
    await eventually('it is reported', () => reports.stored.length === 1)
    expect(await readInbox(dataDir)).to.have.length(1)
  })

  it('takes over from a process that ends while this one runs', async () => {
    const reports = keepReports()
    const provider = open(reports.sink)
    await provider.submit(anSms(NUMBER), 2_000)
    const { child } = await submitElsewhere([anSms(NUMBER)])
    await kill(child)
    await eventually('both are reported', () => reports.stored.length === 2)
  })

  it('knows at once what a running process has taken or refused', async () => {
    const provider = open(keepReports().sink)
    const other = open(keepReports().sink)
    const [taken, twice] = [anSms(NUMBER), anSms('+447400120005')]
    const outcome = await provider.submit(taken, 2_000)
    expect(await other.submit(taken, 2_000)).to.deep.equal(outcome)
    expect(await other.ask?.(questionOf(taken), 2_000)).to.deep.equal(outcome)
    const seen = []
    for (const each of [provider, other, other, provider]) seen.push((await each.submit(twice, 2_000))._tag)
    expect(seen).to.deep.equal(['TransientFailure', 'TransientFailure', 'Accepted', 'Accepted'])
    await eventually('both arrived', async () => (await readInbox(dataDir)).length === 2)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await readInbox(dataDir)).to.have.length(2)
  })

  it('sends the reports that fell due while it was closed', async () => {
    const first = open(keepReports().sink, 300)
    const message = anSms(NUMBER)
    await first.submit(message, 2_000)
    await first.close()
    const reports = keepReports()
    open(reports.sink)
    await eventually('it is reported', () => reports.stored.length === 1)
    expect(reports.stored[0]?.messageId).to.equal(message.messageId)
  })

  it('merges the journals of ended processes into a small one', async () => {
    const reports = keepReports()
    for (let round = 0; round < 3; round += 1) {
      const provider = open(reports.sink)
      const texts = Array.from({ length: 50 }, () => anSms(NUMBER))
      await Promise.all(texts.map((message) => provider.submit(message, 2_000)))
      await eventually('all are reported', () => reports.stored.length === (round + 1) * 50)
      await provider.close()
    }
    const [name = '', ...others] = await journals()
    expect(others).to.deep.equal([])
    const provider = open(reports.sink)
    await provider.submit(anSms('+447400120001'), 2_000)
    await eventually('it is taken over', async () => !(await journals()).includes(name))
    await eventually('one file is left', async () => (await journals()).length === 1)
    const [condensed = ''] = await journals()
    expect(condensed).not.to.equal(name)
    const text = await readFile(join(dataDir, condensed), 'utf8')
    expect(text).not.to.contain('It is on its way')
    expect(text.split('\n').filter((line) => line.includes('"taken"'))).to.have.length(150)
    expect((await stat(join(dataDir, condensed))).mode & 0o077).to.equal(0)
  })

  it('skips the half line that a crash has left', async () => {
    const { outcomes, child } = await submitElsewhere([anSms(NUMBER)])
    await kill(child)
    const [name = ''] = await journals()
    await appendFile(join(dataDir, name), '{"kind":"taken","messageId":"msg_')
    const reports = keepReports()
    open(reports.sink)
    await eventually('it is reported', () => reports.stored.length === 1)
    expect(outcomes[0]).to.deep.include({ providerMessageIds: [reports.stored[0]?.providerMessageId] })
  })

  it("sends nothing while its directory can't be used, and continues as soon as it can", async () => {
    await rm(dataDir, { recursive: true })
    await writeFile(dataDir, 'a file in the way')
    const provider = open(keepReports().sink)
    expect(await provider.submit(anSms(NUMBER), 2_000)).to.have.property('_tag', 'NotAttempted')
    await rm(dataDir)
    expect(await provider.submit(anSms(NUMBER), 2_000)).to.have.property('_tag', 'Accepted')
  })
})
