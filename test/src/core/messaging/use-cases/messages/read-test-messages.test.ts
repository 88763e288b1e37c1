import { expect } from 'chai'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { readTestMessages } from '@postrider/core/messaging/use-cases/test-messages/read-test-messages'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

const ALL = { to: undefined, limit: 10, cursor: undefined }

describe('Listing test messages with a credential', () => {
  it('is refused in production, with a sentence that names the alternative', async () => {
    const world = aWorld()
    const list = readTestMessages(world.ports, authentication(world.ports))
    const { caller } = world
    expect(await right(list(caller, ALL))).to.deep.equal({ messages: [], nextCursor: undefined })
    const credential = { ...caller.credential, environment: 'production' } as const
    const refused = await left(list({ ...caller, credential }, ALL))
    expect(refused).to.deep.include({
      _tag: 'PermissionDenied',
      message: 'This credential is for production. Use a credential of the test environment.',
    })
  })
})
