import type { Event } from '@postrider/client'
import { right } from '@postrider/conformance/outcome'
import { expect } from 'chai'
import { type ClientScene, openClientScene } from './client-scene.js'

describe('Following events with the client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  it('returns each event once and in order, although requests and responses are lost', async () => {
    const { postrider } = scene.http
    const client = scene.client()
    const ids: string[] = []
    const numbering = setInterval(() => {
      void right(postrider.numberFeed()).then(() => right(postrider.numberEvents()))
    }, 50)
    const stop = new AbortController()
    const followed: Event[] = []
    const following = (async () => {
      for await (const event of client.events.follow({}, { signal: stop.signal })) {
        followed.push(event)
        if (followed.length === 6) stop.abort()
      }
    })()
    for (let sent = 0; sent < 6; sent += 1) {
      const { messageId } = await client.messages.send(scene.message())
      ids.push(messageId)
      if (sent === 2) scene.befall('request lost', 'answer lost')
    }
    await following
    clearInterval(numbering)
    expect(followed.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(followed.map(({ data }) => ('messageId' in data ? data.messageId : undefined))).to.deep.equal(ids)
    const { events, nextSequence } = await client.events.page({ after: 4, types: ['message.failed'] })
    expect([events, nextSequence]).to.deep.equal([[], 6])
  })

  it('throws a refusal', async () => {
    const client = scene.client()
    const reading = client.events.follow({ types: ['message.lost'] }).next()
    const error: unknown = await reading.catch((thrown: unknown) => thrown)
    expect(error).to.deep.include({ code: 'invalid_request', status: 400 })
  })
})
