import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { noteCatalogChange } from '../../../fakes/storage/tables.js'
import { expect } from 'chai'
import type { SendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { E } from '@postrider/core/fp'
import { createAcceptor } from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { acceptMessage } from '@postrider/core/messaging/use-cases/messages/accept-message'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { left, right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aWorld, type WorldOptions } from '../../../fakes/world.js'
import { asking } from '../../../../builders/granted.js'

const aCustomer = (options: WorldOptions = {}) => {
  const world = aWorld(options)
  const limits = { lanes: 1, maxBatch: 100, maxWaiting: 100 }
  const auth = authentication(world.ports)
  const accept = acceptMessage(
    world.ports,
    createAcceptor(world.ports, limits, auth, emptyCatalog(world.ports)),
  )
  const send = (key: string, overrides: Partial<SendRequest> = {}) =>
    accept(world.caller, key, world.request(overrides))
  const sendAll = (keys: readonly string[]) => Promise.all(keys.map((key) => send(key)()))
  return { ...world, ...world.memory, accept, send, sendAll }
}
const spell = (
  answers: ReadonlyArray<E.Either<{ _tag: string }, { replayed: boolean }>>,
): readonly string[] =>
  answers.map((answer) => {
    if (E.isLeft(answer)) return answer.left._tag
    return answer.right.replayed ? 'replayed' : 'accepted'
  })
const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `key-${at}`)
const sound = async ({ ports }: ReturnType<typeof aCustomer>): Promise<void> => {
  expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
}

describe('Accepting a message', () => {
  it('writes message, reservation, key and outbox row, and returns the cost', async () => {
    const customer = aCustomer()
    const { messageId, ...answer } = await right(customer.send('key-1'))
    expect(answer).to.deep.include({ acceptedAtMs: NOW_MS, replayed: false })
    expect(answer.charge).to.include({ amountMinor: 25, currency: 'INR' })
    expect(customer.tables.messages.get(messageId)).to.include({ state: 'ACCEPTED', to: '+919876543210' })
    expect(customer.tables.outbox.get(messageId)?.dueAtMs).to.equal(NOW_MS)
    await sound(customer)
  })

  it('returns the same again for the same key, and conflicts for other content', async () => {
    const customer = aCustomer()
    const first = await right(customer.send('key-1'))
    const again = await right(customer.send('key-1', { recipientName: 'Asha' }))
    expect(again).to.deep.equal({ ...first, replayed: true })
    expect((await left(customer.send('key-1', { clientReference: 'other' })))._tag).to.equal(
      'IdempotencyConflict',
    )
    expect(customer.tables.messages.size).to.equal(1)
  })

  it('replays although the Organization is suspended and has no money', async () => {
    const customer = aCustomer({ creditMinor: 25 })
    const first = await right(customer.send('key-1'))
    await customer.save({ organizations: [{ ...customer.tenant.organization, status: 'suspended' }] })
    expect(await right(customer.send('key-1'))).to.deep.equal({ ...first, replayed: true })
    expect((await left(customer.send('key-2')))._tag).to.equal('OrganizationSuspended')
  })

  it('shares a transaction among concurrent requests, and those with one key make one message', async () => {
    const customer = aCustomer()
    const answers = await customer.sendAll(Array.from({ length: 64 }, () => 'key-1'))
    expect(spell(answers).filter((one) => one === 'accepted')).to.have.length(1)
    expect(customer.tables.messages.size).to.equal(1)
    expect(customer.faults.calls('accept')).to.equal(1)
    await sound(customer)
  })

  it('accepts exactly as many as can be paid for', async () => {
    const customer = aCustomer({ creditMinor: 260 })
    const answers = spell(await customer.sendAll(keys(20)))
    expect(answers.filter((one) => one === 'accepted')).to.have.length(10)
    expect(answers.filter((one) => one === 'InsufficientBalance')).to.have.length(10)
    await sound(customer)
  })

  it('keeps what was spent from one batch to the next, and uses no key for a refusal', async () => {
    const customer = aCustomer({ creditMinor: 25 })
    await right(customer.send('key-1'))
    expect((await left(customer.send('key-2')))._tag).to.equal('InsufficientBalance')
    expect([...customer.tables.accepted]).to.have.length(1)
  })

  const refused: ReadonlyArray<readonly [string, string, Partial<SendRequest>]> = [
    ['an invalid recipient', 'InvalidRequest', { to: '+910' }],
    ['another project', 'ScopeMismatch', { projectId: 'prj_other' }],
    ['another app', 'ScopeMismatch', { appId: 'app_other' }],
    ['an unknown template', 'TemplateUnavailable', { templateId: 'tpl_other' }],
    ['missing variables', 'InvalidRequest', { variables: {} }],
  ]
  for (const [what, tag, overrides] of refused) {
    it(`refuses ${what} and writes nothing`, async () => {
      const customer = aCustomer()
      expect((await left(customer.send('key-1', overrides)))._tag).to.equal(tag)
      expect(customer.tables.messages.size + customer.tables.accepted.size).to.equal(0)
    })
  }

  it('refuses a credential without the permission or the channel', async () => {
    const { accept, caller, request } = aCustomer()
    const reader = { ...caller, credential: { ...caller.credential, actions: [] } }
    expect((await left(asking('messages.send', accept)(reader, 'key-1', request())))._tag).to.equal(
      'ActionNotGranted',
    )
    const mailer = { ...caller, credential: { ...caller.credential, channels: [] } }
    expect((await left(accept(mailer, 'key-1', request())))._tag).to.equal('ChannelNotGranted')
  })

  it('compares recipients in their stored form: the domain of an address in any case is the same', async () => {
    const customer = aCustomer({
      tenant: { template: { content: { channel: 'email', subject: '{{name}}', text: '{{code}}' } } },
    })
    const { organizationId, appId } = customer.tenant.app
    const providerAccountIds = [customer.tenant.providerAccount.providerAccountId]
    const sender = { channel: 'email' as const, from: 'shop@example.com' }
    await customer.save({
      configurations: [
        {
          organizationId,
          appId,
          channel: 'email',
          senders: [soleSender(sender)],
          providerAccountIds,
          routing: undefined,
          version: 1,
        },
      ],
      prices: [
        { ...customer.tenant.price, priceVersionId: customer.ports.ids.next('prv'), channel: 'email' },
      ],
    })
    const first = await right(customer.send('key-1', { channel: 'email', to: 'A@Example.com' }))
    const again = await right(customer.send('key-1', { channel: 'email', to: 'A@EXAMPLE.COM' }))
    expect(again).to.deep.equal({ ...first, replayed: true })
    expect(customer.tables.messages.get(first.messageId)?.to).to.equal('A@example.com')
  })
})

describe('Accepting while the catalog changes', () => {
  it("prepares a batch again when its catalog is older than the transaction's", async () => {
    const customer = aCustomer()
    await right(customer.send('key-1'))
    await customer.save({ templates: [{ ...customer.tenant.template, status: 'paused' }] })
    expect((await left(customer.send('key-2')))._tag).to.equal('TemplateUnavailable')
    await customer.save({ templates: [customer.tenant.template] })
    expect(spell(await customer.sendAll(['key-2', 'key-3']))).to.deep.equal(['accepted', 'accepted'])
  })

  it("doesn't consider a catalog new because its caller is", async () => {
    const customer = aCustomer()
    await right(customer.send('key-1'))
    await customer.save({ templates: [{ ...customer.tenant.template, status: 'paused' }] })
    const caller = { ...customer.caller, epoch: customer.tables.epoch }
    const refused = await left(customer.accept(caller, 'key-2', customer.request()))
    expect(refused._tag).to.equal('TemplateUnavailable')
  })

  it('refuses a credential that was revoked after it was seen, also with a warm cache', async () => {
    const customer = aCustomer()
    await right(customer.send('key-1'))
    await customer.save({ credentials: [{ ...customer.tenant.credential, revokedAtMs: NOW_MS }] })
    expect((await left(customer.send('key-2')))._tag).to.equal('Unauthenticated')
    expect(customer.tables.messages.size).to.equal(1)
  })

  it('refuses what a credential was allowed when it was seen and is no longer allowed', async () => {
    const customer = aCustomer()
    await customer.save({ credentials: [{ ...customer.tenant.credential, actions: ['messages.read'] }] })
    expect((await left(customer.send('key-1')))._tag).to.equal('ActionNotGranted')
    await customer.save({ credentials: [{ ...customer.tenant.credential, channels: ['email'] }] })
    expect((await left(customer.send('key-1')))._tag).to.equal('ChannelNotGranted')
    expect(customer.tables.messages.size).to.equal(0)
  })

  it('returns each of a batch its own result when one of its credentials was deleted', async () => {
    const customer = aCustomer()
    const gone = {
      ...customer.caller,
      credential: { ...customer.caller.credential },
      proof: { ...customer.caller.proof, selector: 'gone' },
    }
    await customer.save({ organizations: [{ ...customer.tenant.organization }] })
    const answers = await Promise.all([
      customer.send('key-1')(),
      customer.accept(gone, 'key-2', customer.request())(),
      customer.send('key-3')(),
    ])
    expect(spell(answers)).to.deep.equal(['accepted', 'Unauthenticated', 'accepted'])
  })

  it('gives up with an error when the catalog changes faster than it can be read', async () => {
    const customer = aCustomer()
    const { catalog } = customer.ports.storage
    const moving = {
      ...customer.ports.storage,
      catalog: {
        ...catalog,
        app: (appId: Parameters<typeof catalog.app>[0]) => async () => {
          const read = await catalog.app(appId)()
          noteCatalogChange(customer.tables, [customer.tenant.organization.organizationId])
          return read
        },
      },
    }
    const ports = { ...customer.ports, storage: moving }
    const limits = { lanes: 1, maxBatch: 10, maxWaiting: 10 }
    const restless = createAcceptor(
      ports,
      limits,
      authentication(ports),
      emptyCatalog({ ...ports, storage: moving }),
    )
    const accept = acceptMessage(ports, restless)
    expect((await left(accept(customer.caller, 'key-1', customer.request())))._tag).to.equal('Overloaded')
    expect(customer.tables.messages.size).to.equal(0)
  })
})

describe('Accepting while storage fails', () => {
  it('accepts nothing while the database is held, and replays nothing either', async () => {
    const customer = aCustomer()
    await right(customer.send('key-1'))
    await right(customer.ports.storage.installation.hold('counter_went_back', NOW_MS))
    expect(spell(await customer.sendAll(['key-1', 'key-2']))).to.deep.equal([
      'StorageUnavailable',
      'StorageUnavailable',
    ])
    expect(customer.tables.messages.size).to.equal(1)
    await sound(customer)
  })

  it('reports that storage is unavailable for every request of the batch, and writes nothing', async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'away')
    expect(spell(await customer.sendAll(keys(3)))).to.deep.equal(Array(3).fill('StorageUnavailable'))
    expect(customer.tables.messages.size).to.equal(0)
  })

  it('finds that a commit with a lost response did happen', async () => {
    const customer = aCustomer({ creditMinor: 50 })
    customer.faults.plan('accept', 'answer lost')
    const answers = spell(await customer.sendAll(['key-1', 'key-2', 'key-1', 'key-3']))
    expect(answers).to.deep.equal(['accepted', 'accepted', 'replayed', 'CommitUnknown'])
    expect(customer.tables.messages.size).to.equal(2)
    await sound(customer)
  })

  it('finds the conflict of two requests with one key when the response was lost', async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'answer lost')
    const answers = await Promise.all([
      customer.send('key-1')(),
      customer.send('key-1', { clientReference: 'other' })(),
    ])
    expect(spell(answers)).to.deep.equal(['accepted', 'IdempotencyConflict'])
  })

  it("finds that a commit with a lost response didn't happen, and accepts a repeat", async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'commit lost')
    expect(spell(await customer.sendAll(keys(2)))).to.deep.equal(['CommitUnknown', 'CommitUnknown'])
    expect(customer.tables.messages.size).to.equal(0)
    expect(spell(await customer.sendAll(keys(2)))).to.deep.equal(['accepted', 'accepted'])
  })

  it('keeps querying for 3 seconds while storage is unavailable', async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'answer lost')
    customer.faults.plan('findAccepted', 'away', 'away', 'away')
    const answer = await customer.time.until(customer.send('key-1')())
    expect(spell([answer])).to.deep.equal(['accepted'])
    expect(customer.time.clock.nowMs()).to.be.within(NOW_MS + 300, NOW_MS + 3_000)
  })

  it('reports an unknown outcome after 3 seconds', async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'answer lost')
    customer.faults.plan('findAccepted', ...Array.from({ length: 100 }, () => 'away' as const))
    expect(spell([await customer.time.until(customer.send('key-1')())])).to.deep.equal(['CommitUnknown'])
    expect(customer.time.clock.nowMs()).to.be.within(NOW_MS + 3_000, NOW_MS + 3_200)
  })

  it('finds the one request that the database refuses by halving, and accepts all others', async () => {
    for (const poison of [0, 6, 12]) {
      const customer = aCustomer()
      customer.refuse(({ message }) => message.clientReference === 'poison')
      const answers = await Promise.all(
        keys(13).map((key, at) => customer.send(key, at === poison ? { clientReference: 'poison' } : {})()),
      )
      const expected = keys(13).map((_, at) => (at === poison ? 'BatchFailed' : 'accepted'))
      expect(spell(answers)).to.deep.equal(expected)
      await sound(customer)
    }
  })

  it('rejects the requests of a batch with a bug, and continues', async () => {
    const customer = aCustomer()
    customer.faults.plan('accept', 'throws')
    const failure: unknown = await customer
      .send('key-1')()
      .catch((cause: unknown) => cause)
    expect(failure).to.be.instanceOf(Error)
    await right(customer.send('key-1'))
  })
})
