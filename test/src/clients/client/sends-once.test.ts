import { expect } from 'chai'
import { OutcomeUnknownError } from '@postrider/client'
import { type ClientScene, openClientScene } from './client-scene.js'
import type { Fault } from './faulty-gateway.js'

describe('The server client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  const reservations = async (): Promise<number> => {
    const now = Date.now()
    const currency = 'INR'
    const since = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth())
    let count = 0
    for await (const { type } of scene.client().usage.list({ currency, from: since, to: now }))
      if (type === 'reservation') count += 1
    return count
  }

  const once: ReadonlyArray<readonly [title: string, faults: readonly Fault[]]> = [
    ['the request is lost', ['request lost']],
    ['the response is lost after the acceptance', ['answer lost']],
    ['the response is truncated', ['cut in the middle']],
    ['a proxy returns a page with 503', ['page 503', 'page 503']],
    ['a proxy gives up with 504 after the acceptance', ['page 504']],
    ['a proxy fails with 500, 520 and 408 after the acceptance', ['page 500', 'page 520', 'page 408']],
    ['the service is busy', ['busy 503']],
    ['the service limits the rate', ['limited 429']],
    ['several faults follow one another', ['answer lost', 'page 503', 'limited 429', 'cut in the middle']],
  ]
  for (const [title, faults] of once)
    it(`sends one message under one key and with the same bytes if ${title}`, async () => {
      const before = await scene.http.written()
      const reserved = await reservations()
      const from = scene.gateway.requests.length
      scene.befall(...faults)
      const sent = await scene.client().messages.send(scene.message())
      const tries = scene.gateway.requests.slice(from)
      expect(sent.lastResponse.attempts).to.equal(faults.length + 1)
      expect(tries).to.have.lengthOf(faults.length + 1)
      expect(new Set(tries.map(({ key }) => key))).to.deep.equal(new Set([sent.lastResponse.idempotencyKey]))
      expect(new Set(tries.map(({ body }) => body)).size).to.equal(1)
      const { messages, violations } = await scene.http.written()
      expect([messages - before.messages, violations]).to.deep.equal([1, 0])
      expect(await reservations()).to.equal(reserved + 1)
    })

  it('reports an unknown outcome if no response arrives in time, and finds the message by its key', async () => {
    scene.befall('silence')
    const before = await scene.http.written()
    const error: unknown = await scene
      .client()
      .messages.send(scene.message(), { timeoutMs: 400 })
      .catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(OutcomeUnknownError)
    const { idempotencyKey = '' } = error as OutcomeUnknownError
    const found = await scene.client().messages.find({ idempotencyKey })
    expect(found.map(({ state }) => state)).to.deep.equal(['ACCEPTED'])
    const again = await scene.client().messages.send(scene.message(), { idempotencyKey })
    expect([again.messageId, again.lastResponse.replayed]).to.deep.equal([found[0]?.messageId, true])
    expect((await scene.http.written()).messages).to.equal(before.messages + 1)
  })

  it('verifies a code once after a lost response, and reports a wrong code', async () => {
    const { otpTemplate } = scene.http.mine
    const client = scene.client()
    const { challengeId } = await client.otp.send({
      channel: 'sms',
      to: scene.message().to,
      templateId: otpTemplate.templateId,
      otpVariable: 'code',
      variables: { name: 'Asha' },
    })
    const code = scene.http.codes.get(challengeId) ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await client.otp.verify({ challengeId, code: wrong })).to.equal(false)
    scene.befall('answer lost', 'cut in the middle')
    expect(await client.otp.verify({ challengeId, code })).to.equal(true)
    expect(await client.otp.verify({ challengeId, code })).to.equal(false)
  })
})
