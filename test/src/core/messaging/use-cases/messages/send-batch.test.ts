import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { expect } from 'chai'
import type { BatchItem } from '@postrider/core/messaging/domain/acceptance/expand-batch'
import { E } from '@postrider/core/fp'
import { createAcceptor } from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { sendBatch } from '@postrider/core/messaging/use-cases/messages/send-batch'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

const aBatchDesk = () => {
  const world = aWorld()
  const auth = authentication(world.ports)
  const limits = { lanes: 1, maxBatch: 100, maxWaiting: 100 }
  const customer = createAcceptor(world.ports, limits, auth, emptyCatalog(world.ports))
  const send = sendBatch(world.ports, customer)
  const item = (clientReference: string): BatchItem => ({
    _tag: 'Canonical',
    request: world.request({ clientReference }),
  })
  return {
    ...world.memory,
    send: (...references: readonly string[]) =>
      send(world.caller, 'batch-1', references.map(item), async () => E.right(undefined)),
  }
}

describe('A batch without a response to its commit', () => {
  it('finds what was accepted', async () => {
    const { send, faults } = aBatchDesk()
    faults.plan('accept', 'answer lost')
    const answered = await right(send('one', 'two'))
    expect(answered.map(({ answer }) => answer._tag)).to.deep.equal(['Right', 'Right'])
    const again = await right(send('one', 'two'))
    expect(again.map(({ answer }) => E.isRight(answer) && answer.right.replayed)).to.deep.equal([true, true])
  })

  it('conflicts with another batch of the same key, with or without a response', async () => {
    const { send, faults, tables } = aBatchDesk()
    await right(send('one', 'two'))
    expect((await left(send('one', 'other')))._tag).to.equal('IdempotencyConflict')
    faults.plan('accept', 'answer lost')
    expect((await left(send('one', 'other')))._tag).to.equal('IdempotencyConflict')
    expect(tables.messages.size).to.equal(2)
  })
})
