import { shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { expect } from 'chai'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { idempotencyIdentity } from '@postrider/core/messaging/domain/messages/idempotency'
import { findMessage } from '@postrider/core/messaging/use-cases/messages/find-message'
import { lookUpMessages } from '@postrider/core/messaging/use-cases/messages/look-up-messages'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'
import { asking } from '../../../../builders/granted.js'

const aShelf = () => {
  const world = aWorld()
  const { appId, organizationId } = world.tenant.app
  const auth = authentication(world.ports)
  const mine = aMessage({ appId, organizationId, clientReference: 'order-1' })
  const theirs = aMessage({ clientReference: 'order-1' })
  for (const message of [mine, theirs]) world.memory.tables.messages.set(message.messageId, message)
  return {
    ...world,
    ...world.memory,
    mine,
    theirs,
    find: findMessage(world.ports, auth),
    lookUp: lookUpMessages(world.ports, auth),
  }
}

describe('Finding a message', () => {
  it('returns those of the app', async () => {
    const { find, caller, mine } = aShelf()
    expect(await right(find(caller, mine.messageId))).to.deep.equal(shownMessage(mine))
  })

  it('returns the same refusal for unknown and malformed ids and those of other tenants', async () => {
    const { find, caller, theirs } = aShelf()
    const answers = await Promise.all(
      [fresh.id('msg'), 'msg_short', 'x'.repeat(500), '', theirs.messageId].map((id) =>
        left(find(caller, id)),
      ),
    )
    for (const answer of answers) expect(answer).to.deep.equal({ _tag: 'NotFound', fields: [] })
  })

  it('shows a revoked caller nothing, not even that an id is malformed', async () => {
    const { find, caller, tenant, save } = aShelf()
    await save({ credentials: [{ ...tenant.credential, revokedAtMs: 1 }] })
    for (const id of ['msg_short', fresh.id('msg')])
      expect((await left(find(caller, id)))._tag).to.equal('Unauthenticated')
  })
})

describe('Looking messages up', () => {
  it('by client reference finds only those of the app', async () => {
    const { lookUp, caller, mine } = aShelf()
    const found = await right(lookUp(caller, { _tag: 'ByReference', clientReference: 'order-1', limit: 100 }))
    expect(found).to.deep.equal([shownMessage(mine)])
  })

  it('by idempotency key finds the message accepted with it', async () => {
    const { lookUp, caller, mine, tables, tenant, ports } = aShelf()
    const key = idempotencyIdentity(tenant.scope, 'messages', 'key-1', ports.digests.sha256)
    tables.accepted.set(key, { ...mine, key, material: '' })
    expect(await right(lookUp(caller, { _tag: 'ByKey', idempotencyKey: 'key-1' }))).to.deep.equal([
      shownMessage(mine),
    ])
  })

  it('returns an empty result without an error, and needs messages.read', async () => {
    const { lookUp, caller } = aShelf()
    const unknown = { _tag: 'ByKey', idempotencyKey: 'unknown' } as const
    expect(await right(lookUp(caller, unknown))).to.deep.equal([])
    const sender = { ...caller, credential: { ...caller.credential, actions: ['messages.send' as const] } }
    expect((await left(asking('messages.read', lookUp)(sender, unknown)))._tag).to.equal('ActionNotGranted')
  })
})
