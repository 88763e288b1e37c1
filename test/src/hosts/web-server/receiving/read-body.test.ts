import { expect } from 'chai'
import { semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { createLargeBodies } from '@postrider/web-server/receiving/large-bodies'
import { readBody } from '@postrider/web-server/receiving/read-body'

describe('A body', () => {
  it("isn't awaited if the client left before the listener was added", async () => {
    const exchange = { request: { destroyed: true }, headers: {}, heldBytes: 0 } as unknown as Exchange
    const needs = { budget: semaphore(100), cut: () => undefined, large: createLargeBodies() }
    const read = await readBody(exchange, 100, needs)
    expect(read).to.deep.equal({ _tag: 'Gone' })
  })
})
