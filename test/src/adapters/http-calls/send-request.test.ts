import { once } from 'node:events'
import { Agent } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { sendRequest } from '@postrider/http-calls/send-request'
import { standStillUntil } from './stand-still.js'

const TURNS_TO_BE_WRITTEN = 5
const TIME_MS = 100

describe('A request to a provider', () => {
  it('gets the response that arrived while this process was blocked for longer than the timeout', async () => {
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(new URL('answering-thread.js', import.meta.url), {
      workerData: answered.buffer,
    })
    const [port] = (await once(worker, 'message')) as [number]
    const agent = new Agent({ keepAlive: true })
    const request = {
      method: 'GET',
      url: new URL(`http://127.0.0.1:${port}/`),
      headers: {},
      body: undefined,
    } as const
    await sendRequest(agent, request, 10_000)
    const result = sendRequest(agent, request, TIME_MS)
    for (let count = 0; count < TURNS_TO_BE_WRITTEN; count += 1) await turn()
    standStillUntil(3 * TIME_MS, () => Atomics.load(answered, 0) === 2)
    expect(await result).to.have.property('_tag', 'Answered')
    agent.destroy()
    await worker.terminate()
  })
})
