import { expect } from 'chai'
import type { MessageRequest } from '@postrider/client'
import { type ClientScene, openClientScene } from './client-scene.js'
import type { Fault } from './faulty-gateway.js'

const LOST: readonly Fault[] = ['answer lost', 'answer lost']

describe('A batch of the client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  const messages = (
    count: number,
    changeAt = -1,
    change: Partial<MessageRequest> = {},
  ): readonly MessageRequest[] =>
    Array.from({ length: count }, (_, at) =>
      scene.message({ clientReference: `row ${at}`, ...(at === changeAt ? change : {}) }),
    )

  const accepted = async (): Promise<number> => (await scene.http.written()).messages

  it('is sent in slices of fifty, each under its own key, with results by position', async () => {
    const before = await accepted()
    const from = scene.gateway.requests.length
    const result = await scene
      .client()
      .messages.sendBatch(messages(120), { idempotencyKey: 'import-2026-11' })
    const keys = scene.gateway.requests.slice(from).map(({ key }) => key)
    expect(keys).to.have.members(['import-2026-11.0', 'import-2026-11.1', 'import-2026-11.2'])
    expect(result.items.map(({ index }) => index)).to.deep.equal([...Array(120).keys()])
    expect(result).to.include({ accepted: 120, replayed: 0, rejected: 0, unknown: 0 })
    expect((await accepted()) - before).to.equal(120)
    const again = await scene.client().messages.sendBatch(messages(120), { idempotencyKey: 'import-2026-11' })
    expect(again).to.include({ accepted: 0, replayed: 120 })
    expect((await accepted()) - before).to.equal(120)
  })

  it('continues after a malformed message in the middle, and reports which one it is', async () => {
    const result = await scene.client().messages.sendBatch(messages(150, 77, { to: 'nobody' }))
    expect(result).to.include({ accepted: 100, rejected: 50, unknown: 0 })
    const bad = result.items[77]
    if (bad?.status !== 'rejected') throw new Error('it was not rejected')
    expect(bad.error.fieldErrors.map(({ field }) => field)).to.deep.equal(['/to'])
    const beside = result.items[76]
    if (beside?.status !== 'rejected') throw new Error('it was not rejected')
    expect(beside.error.message).to.include('Another message')
    expect(JSON.stringify(result)).not.to.include('+9198')
  })

  it('reports unknown outcomes, and repeats those slices unchanged', async () => {
    const before = await accepted()
    const from = scene.gateway.requests.length
    const client = scene.client({ maxRetries: 0 })
    scene.befall(...LOST)
    const first = await client.messages.sendBatch(messages(130))
    expect(first).to.include({ accepted: 30, unknown: 100 })
    const second = await client.messages.resend(first)
    expect(second).to.include({ accepted: 30, replayed: 100, unknown: 0 })
    expect(second.items.every((item) => 'messageId' in item)).to.equal(true)
    const sent = scene.gateway.requests.slice(from)
    expect(sent).to.have.lengthOf(5)
    expect(new Set(sent.map(({ key, body }) => `${key} ${body}`)).size).to.equal(3)
    expect((await accepted()) - before).to.equal(130)
  })

  it('is completed after a crash between slices: the same call under the same key sends the rest', async () => {
    const before = await accepted()
    const all = messages(100)
    const idempotencyKey = 'crashed-import'
    const crash = new AbortController()
    let sent = 0
    const dying = scene.client({
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        sent += 1
        if (sent === 1) crash.abort()
        return response
      },
    })
    await dying.messages.sendBatch(all, { idempotencyKey, signal: crash.signal })
    const result = await scene.client().messages.sendBatch(all, { idempotencyKey })
    expect(result.accepted + result.replayed).to.equal(100)
    expect((await accepted()) - before).to.equal(100)
  })

  it('stops if the credential is rejected', async () => {
    const other = await scene.http.mine.issue({ actions: ['messages.read'] })
    const from = scene.gateway.requests.length
    const result = await scene.client({ credential: other.bearer }).messages.sendBatch(messages(500))
    expect(result).to.include({ rejected: 500 })
    expect(scene.gateway.requests.length - from).to.be.at.most(2)
  })
})
