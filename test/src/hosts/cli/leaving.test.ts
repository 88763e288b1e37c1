import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, startPostrider } from './run-postrider.js'

const PROBE_EVERY_MS = 250

/** The status of a response, or the reason for none. Each request has its own connection. */
const ask = async (url: string): Promise<number | string> => {
  try {
    const answer = await fetch(url, { headers: { connection: 'close' } })
    await answer.text()
    return answer.status
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } }
    return cause?.code ?? String(error)
  }
}

type Answers = Map<number | string, number>

/** Sends until the probe has noticed. */
const sendUntil = async (url: string, noticed: AbortSignal): Promise<Answers> => {
  const answers: Answers = new Map()
  while (!noticed.aborted) {
    const answer = await ask(url)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  return answers
}

/** Sends while the last probe of a load balancer succeeded. */
const sendWhileReady = async (base: string): Promise<Answers> => {
  const noticed = new AbortController()
  const sending = sendUntil(`${base}/v1/health`, noticed.signal)
  do await pause(PROBE_EVERY_MS)
  while ((await ask(`${base}/v1/readiness`)) === 200)
  noticed.abort()
  return sending
}

describe('A process that is stopped while a load balancer sends to it', () => {
  afterEach(endCommands)

  it('accepts requests until the probe has noticed', async () => {
    // An empty value means unset, so the default applies.
    const settings = { POSTRIDER_DATA_DIR: await freshDirectory('leaving'), POSTRIDER_DRAIN_PAUSE_MS: '' }
    const command = startPostrider(['start'], settings)
    const { httpPort } = await command.logged('serving')
    const sending = sendWhileReady(`http://127.0.0.1:${Number(httpPort)}`)
    await pause(2 * PROBE_EVERY_MS)
    command.process.kill('SIGTERM')
    const answers = await sending
    expect([...answers.keys()]).to.deep.equal([200])
    expect(await command.exitCode).to.equal(0)
  })
})
