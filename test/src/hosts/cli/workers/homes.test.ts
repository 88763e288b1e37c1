import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { HandedAnswer, HandedSubmission } from '@postrider/core/messaging/ports/homes'
import { type WorkerHomes, workerHomes } from '@postrider/cli/workers/homes/worker-homes'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { eventually } from '@postrider/conformance/eventually'
import { systemTimers } from '@postrider/node/system/system-timers'
import { freshDirectory } from '../../../servers/run-directory.js'

const { credential } = aTenant()

const submissionFrom = (clientAddress: string, caller = credential): HandedSubmission => ({
  caller: {
    _tag: 'Server',
    credential: caller,
    epoch: 7,
    proof: { kind: 'test', selector: 'selector', secret: 'secret' },
    clientAddress,
  },
  items: [],
  receipt: undefined,
})

/** Of two workers, the first is home to all organizations. */
const HOME = 0
const GUEST = 1

/** A response that identifies its submission. */
const answerTo = ({ caller }: HandedSubmission): HandedAnswer =>
  E.left({ _tag: 'Overloaded', cause: caller.clientAddress })

const text = (data: unknown): string => JSON.stringify(data)

describe('Homes of Organizations among workers', () => {
  const opened: WorkerHomes[] = []
  let paths: readonly string[] = []
  let ends: Array<() => void> = []

  beforeEach(async () => {
    const directory = await freshDirectory('homes')
    paths = ['a', 'b', 'c', 'd'].map((name) => join(directory, `${name}.sock`))
  })
  afterEach(async () => {
    for (const end of ends) end()
    ends = []
    await Promise.all(opened.splice(0).map((homes) => homes.close()))
  })

  const open = (
    at: number,
    accept: (submission: HandedSubmission) => Promise<HandedAnswer>,
    count = 2,
  ): WorkerHomes => {
    const homes = workerHomes(systemTimers)
    opened.push(homes)
    homes.welcome(accept)
    homes.learn(paths[at] ?? '', paths.slice(0, count))
    return homes
  }

  /** Enough organizations to have some at each home. */
  const organizations = Array.from({ length: 40 }, (_, at): OrganizationId => `org_${at}`)

  const answerOf = async (given: ReturnType<WorkerHomes['handOver']>): Promise<string | undefined> => {
    const answer = await given
    return answer !== undefined && E.isLeft(answer) && 'cause' in answer.left ? answer.left.cause : undefined
  }

  /** An organization that the worker hands over, once it is connected. */
  const abroad = async (from: WorkerHomes): Promise<OrganizationId> => {
    let found: OrganizationId | undefined
    await eventually('somebody is at home elsewhere', async () => {
      for (const one of organizations) {
        const handedOver = from.handOver(one, submissionFrom('looking'))
        if (handedOver !== undefined) {
          found = one
          return true
        }
      }
      return false
    })
    return found ?? expect.fail('everybody is at home')
  }

  /** A fake worker at the home's position, which handles connections as the test says. */
  const strange = async (meet: (socket: Socket) => void): Promise<void> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      ends.push(() => socket.destroy())
      meet(socket)
    })
    ends.push(() => server.close())
    server.listen(paths[HOME])
    await once(server, 'listening')
  }

  it('are the same on every worker that receives a submission, and each submission gets its own response', async () => {
    const accepted: HandedSubmission[][] = [[], [], [], []]
    const workers = accepted.map((list, at) =>
      open(
        at,
        async (submission) => {
          list.push(submission)
          return answerTo(submission)
        },
        accepted.length,
      ),
    )
    await Promise.all(workers.map(abroad))
    // The first two are homes, and the others hand over to both.
    await eventually('all are connected', async () =>
      organizations.every((one) => workers[2]?.handOver(one, submissionFrom('looking')) !== undefined),
    )
    const other = aTenant().credential
    for (const list of accepted) list.splice(0)
    const sent = organizations.flatMap((one, at) =>
      workers.flatMap((worker, from) => {
        const submission = submissionFrom(`10.${from}.0.${at}`, at % 2 === 0 ? credential : other)
        const handedOver = worker.handOver(one, submission)
        return handedOver === undefined ? [] : [{ submission, answer: answerOf(handedOver) }]
      }),
    )
    expect(sent).to.have.length(organizations.length * 3)
    for (const { submission, answer } of sent) expect(await answer).to.equal(submission.caller.clientAddress)
    const seen = new Set(accepted.flat().map(text))
    for (const { submission } of sent) expect(seen.has(text(submission))).to.equal(true)
    expect(accepted.map(({ length }) => length > 15)).to.deep.equal([true, true, false, false])
  })

  it('use a newer version of a credential', async () => {
    const epochs: number[] = []
    const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
    open(HOME, (submission) => {
      epochs.push(submission.caller.epoch)
      return Promise.resolve(answerTo(submission))
    })
    const one = await abroad(first)
    const submission = submissionFrom('10.0.0.1')
    await first.handOver(one, { ...submission, caller: { ...submission.caller, epoch: 8 } })
    await first.handOver(one, submission)
    expect(epochs.slice(-2)).to.deep.equal([8, 7])
  })

  it('respond to handed-over submissions before they close; the rest is accepted by the receiving worker', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
    let given = 0
    const second = open(HOME, async (submission) => {
      given += 1
      await released
      return answerTo(submission)
    })
    const one = await abroad(first)
    const before = answerOf(first.handOver(one, submissionFrom('before')))
    await eventually('it is given', async () => given >= 2)
    const closed = second.close()
    const after = answerOf(first.handOver(one, submissionFrom('after')))
    release()
    await closed
    expect(await before).to.equal('before')
    expect(await after).to.equal(undefined)
    expect(given).to.equal(2)
  })

  it('are not waited for if they die', async () => {
    await strange((socket) => socket.once('data', () => socket.destroy()))
    const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
    const one = await abroad(first)
    expect(await first.handOver(one, submissionFrom('10.0.0.1'))).to.equal(undefined)
  })

  it('are not waited for if they hang or send invalid data', async () => {
    for (const nonsense of [undefined, Buffer.from([255, 255, 255, 255]), Buffer.from([0, 0, 0, 1, 33])]) {
      await strange((socket) => {
        socket.on('data', () => nonsense !== undefined && socket.write(nonsense))
      })
      const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
      const one = await abroad(first)
      const startedMs = performance.now()
      expect(await first.handOver(one, submissionFrom('10.0.0.1'))).to.equal(undefined)
      expect(performance.now() - startedMs).to.be.lessThan(8_000)
      for (const end of ends.splice(0)) end()
      await first.close()
    }
  })

  it('are waited for while they make progress, without a limit', async () => {
    const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
    open(HOME, async (submission) => {
      await pause(4_000)
      return answerTo(submission)
    })
    const one = await abroad(first)
    expect(await answerOf(first.handOver(one, submissionFrom('10.0.0.1')))).to.equal('10.0.0.1')
  })

  it('are reachable again after a restart', async () => {
    const first = open(GUEST, (submission) => Promise.resolve(answerTo(submission)))
    expect(organizations.every((one) => first.handOver(one, submissionFrom('early')) === undefined)).to.equal(
      true,
    )
    open(HOME, (submission) => Promise.resolve(answerTo(submission)))
    const one = await abroad(first)
    expect(await answerOf(first.handOver(one, submissionFrom('late')))).to.equal('late')
  })
})
