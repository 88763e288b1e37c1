import { expect } from 'chai'
import type { SendRequest } from '@postrider/core/domain/acceptance/send-request'
import { E } from '@postrider/core/fp'
import { createAcceptor } from '@postrider/core/use-cases/acceptance/acceptor'
import { authentication } from '@postrider/core/use-cases/credentials/authentication'
import { catalogCache } from '@postrider/core/use-cases/catalog/catalog-cache'
import { acceptMessage } from '@postrider/core/use-cases/messages/accept-message'
import { checkInvariants } from '@postrider/core/use-cases/verification/check-invariants'
import { left, right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aWorld, type WorldOptions } from '../../fakes/world.js'
import { asking } from '../../../builders/granted.js'

const aDesk = (options: WorldOptions = {}) => {
  const world = aWorld(options)
  const limits = { lanes: 1, maxBatch: 100, maxWaiting: 100 }
  const auth = authentication(world.ports)
  const catalogs = catalogCache(world.ports.storage)
  const accept = acceptMessage(world.ports, createAcceptor(world.ports, limits, auth, catalogs))
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
const sound = async ({ ports }: ReturnType<typeof aDesk>): Promise<void> => {
  expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
}

describe('Accepting a message', () => {
  it('writes message, reservation, key and outbox row, and says what it will cost', async () => {
    const desk = aDesk()
    const { messageId, ...answer } = await right(desk.send('key-1'))
    expect(answer).to.deep.include({ acceptedAtMs: NOW_MS, replayed: false })
    expect(answer.charge).to.include({ amountMinor: 25, currency: 'INR' })
    expect(desk.tables.messages.get(messageId)).to.include({ state: 'ACCEPTED', to: '+919876543210' })
    expect(desk.tables.outbox.get(messageId)?.dueAtMs).to.equal(NOW_MS)
    await sound(desk)
  })

  it('answers the same again under the same key, and conflicts for other material', async () => {
    const desk = aDesk()
    const first = await right(desk.send('key-1'))
    const again = await right(desk.send('key-1', { recipientName: 'Asha' }))
    expect(again).to.deep.equal({ ...first, replayed: true })
    expect((await left(desk.send('key-1', { clientReference: 'other' })))._tag).to.equal(
      'IdempotencyConflict',
    )
    expect(desk.tables.messages.size).to.equal(1)
  })

  it('replays although the Organization is suspended and the money gone', async () => {
    const desk = aDesk({ creditMinor: 25 })
    const first = await right(desk.send('key-1'))
    await desk.save({ organizations: [{ ...desk.tenant.organization, status: 'suspended' }] })
    expect(await right(desk.send('key-1'))).to.deep.equal({ ...first, replayed: true })
    expect((await left(desk.send('key-2')))._tag).to.equal('OrganizationSuspended')
  })

  it('shares a transaction among concurrent requests, of which those with one key make one message', async () => {
    const desk = aDesk()
    const answers = await desk.sendAll(Array.from({ length: 64 }, () => 'key-1'))
    expect(spell(answers).filter((one) => one === 'accepted')).to.have.length(1)
    expect(desk.tables.messages.size).to.equal(1)
    expect(desk.faults.calls('accept')).to.equal(1)
    await sound(desk)
  })

  it('accepts exactly as many as can be paid for', async () => {
    const desk = aDesk({ creditMinor: 260 })
    const answers = spell(await desk.sendAll(keys(20)))
    expect(answers.filter((one) => one === 'accepted')).to.have.length(10)
    expect(answers.filter((one) => one === 'InsufficientBalance')).to.have.length(10)
    await sound(desk)
  })

  it('keeps what was spent from one batch to the next, and uses no key up for a refusal', async () => {
    const desk = aDesk({ creditMinor: 25 })
    await right(desk.send('key-1'))
    expect((await left(desk.send('key-2')))._tag).to.equal('InsufficientBalance')
    expect([...desk.tables.accepted]).to.have.length(1)
  })

  const refused: ReadonlyArray<readonly [string, string, Partial<SendRequest>]> = [
    ['a recipient that is none', 'InvalidRequest', { to: '+910' }],
    ['another project', 'ScopeMismatch', { projectId: 'prj_other' }],
    ['another app', 'ScopeMismatch', { appId: 'app_other' }],
    ['a template that is not there', 'TemplateUnavailable', { templateId: 'tpl_other' }],
    ['missing variables', 'InvalidRequest', { variables: {} }],
  ]
  for (const [what, tag, overrides] of refused) {
    it(`refuses ${what} and writes nothing`, async () => {
      const desk = aDesk()
      expect((await left(desk.send('key-1', overrides)))._tag).to.equal(tag)
      expect(desk.tables.messages.size + desk.tables.accepted.size).to.equal(0)
    })
  }

  it('refuses a credential without the action or the channel', async () => {
    const { accept, caller, request } = aDesk()
    const reader = { ...caller, credential: { ...caller.credential, actions: [] } }
    expect((await left(asking('messages.send', accept)(reader, 'key-1', request())))._tag).to.equal(
      'ActionNotGranted',
    )
    const mailer = { ...caller, credential: { ...caller.credential, channels: [] } }
    expect((await left(accept(mailer, 'key-1', request())))._tag).to.equal('ChannelNotGranted')
  })

  it('compares recipients as they are stored: the domain of an address in any case is one', async () => {
    const desk = aDesk({
      tenant: { template: { content: { channel: 'email', subject: '{{name}}', text: '{{code}}' } } },
    })
    const { organizationId, appId } = desk.tenant.app
    const providerAccountIds = [desk.tenant.providerAccount.providerAccountId]
    const sender = { channel: 'email' as const, from: 'shop@example.com' }
    await desk.save({
      configurations: [{ organizationId, appId, channel: 'email', sender, providerAccountIds, version: 1 }],
      prices: [{ ...desk.tenant.price, priceVersionId: desk.ports.ids.next('prv'), channel: 'email' }],
    })
    const first = await right(desk.send('key-1', { channel: 'email', to: 'A@Example.com' }))
    const again = await right(desk.send('key-1', { channel: 'email', to: 'A@EXAMPLE.COM' }))
    expect(again).to.deep.equal({ ...first, replayed: true })
    expect(desk.tables.messages.get(first.messageId)?.to).to.equal('A@example.com')
  })
})

describe('Accepting while the catalog changes', () => {
  it('prepares a batch afresh when its catalog is older than the transaction’s', async () => {
    const desk = aDesk()
    await right(desk.send('key-1'))
    await desk.save({ templates: [{ ...desk.tenant.template, status: 'paused' }] })
    expect((await left(desk.send('key-2')))._tag).to.equal('TemplateUnavailable')
    await desk.save({ templates: [desk.tenant.template] })
    expect(spell(await desk.sendAll(['key-2', 'key-3']))).to.deep.equal(['accepted', 'accepted'])
  })

  it('does not take a catalog for new because its caller is', async () => {
    const desk = aDesk()
    await right(desk.send('key-1'))
    await desk.save({ templates: [{ ...desk.tenant.template, status: 'paused' }] })
    const caller = { ...desk.caller, epoch: desk.tables.epoch }
    const refused = await left(desk.accept(caller, 'key-2', desk.request()))
    expect(refused._tag).to.equal('TemplateUnavailable')
  })

  it('refuses a credential that was revoked after it was seen, also with a warm memory', async () => {
    const desk = aDesk()
    await right(desk.send('key-1'))
    await desk.save({ credentials: [{ ...desk.tenant.credential, revokedAtMs: NOW_MS }] })
    expect((await left(desk.send('key-2')))._tag).to.equal('Unauthenticated')
    expect(desk.tables.messages.size).to.equal(1)
  })

  it('refuses what a credential was allowed when it was seen and is not allowed any more', async () => {
    const desk = aDesk()
    await desk.save({ credentials: [{ ...desk.tenant.credential, actions: ['messages.read'] }] })
    expect((await left(desk.send('key-1')))._tag).to.equal('ActionNotGranted')
    await desk.save({ credentials: [{ ...desk.tenant.credential, channels: ['email'] }] })
    expect((await left(desk.send('key-1')))._tag).to.equal('ChannelNotGranted')
    expect(desk.tables.messages.size).to.equal(0)
  })

  it('answers each of a batch its own when one of its credentials is gone', async () => {
    const desk = aDesk()
    const gone = {
      ...desk.caller,
      credential: { ...desk.caller.credential },
      proof: { ...desk.caller.proof, selector: 'gone' },
    }
    await desk.save({})
    const answers = await Promise.all([
      desk.send('key-1')(),
      desk.accept(gone, 'key-2', desk.request())(),
      desk.send('key-3')(),
    ])
    expect(spell(answers)).to.deep.equal(['accepted', 'Unauthenticated', 'accepted'])
  })

  it('gives up politely when the catalog moves faster than it can be read', async () => {
    const desk = aDesk()
    const { catalog } = desk.ports.storage
    const moving = {
      ...desk.ports.storage,
      catalog: {
        ...catalog,
        app: (appId: Parameters<typeof catalog.app>[0]) => async () => {
          const read = await catalog.app(appId)()
          desk.tables.epoch += 1
          return read
        },
      },
    }
    const ports = { ...desk.ports, storage: moving }
    const limits = { lanes: 1, maxBatch: 10, maxWaiting: 10 }
    const restless = createAcceptor(ports, limits, authentication(ports), catalogCache(moving))
    const accept = acceptMessage(ports, restless)
    expect((await left(accept(desk.caller, 'key-1', desk.request())))._tag).to.equal('Overloaded')
    expect(desk.tables.messages.size).to.equal(0)
  })
})

describe('Accepting while storage fails', () => {
  it('accepts nothing while the database is held, and replays nothing either', async () => {
    const desk = aDesk()
    await right(desk.send('key-1'))
    await right(desk.ports.storage.installation.hold('counter_went_back', NOW_MS))
    expect(spell(await desk.sendAll(['key-1', 'key-2']))).to.deep.equal([
      'StorageUnavailable',
      'StorageUnavailable',
    ])
    expect(desk.tables.messages.size).to.equal(1)
    await sound(desk)
  })

  it('says that storage is away, for every request of the batch, and nothing was written', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'away')
    expect(spell(await desk.sendAll(keys(3)))).to.deep.equal(Array(3).fill('StorageUnavailable'))
    expect(desk.tables.messages.size).to.equal(0)
  })

  it('finds out that a commit whose answer was lost did happen', async () => {
    const desk = aDesk({ creditMinor: 50 })
    desk.faults.plan('accept', 'answer lost')
    const answers = spell(await desk.sendAll(['key-1', 'key-2', 'key-1', 'key-3']))
    expect(answers).to.deep.equal(['accepted', 'accepted', 'replayed', 'CommitUnknown'])
    expect(desk.tables.messages.size).to.equal(2)
    await sound(desk)
  })

  it('finds the conflict of two requests under one key when the answer was lost', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'answer lost')
    const answers = await Promise.all([
      desk.send('key-1')(),
      desk.send('key-1', { clientReference: 'other' })(),
    ])
    expect(spell(answers)).to.deep.equal(['accepted', 'IdempotencyConflict'])
  })

  it('finds out that a commit whose answer was lost did not happen, and a repeat is accepted', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'commit lost')
    expect(spell(await desk.sendAll(keys(2)))).to.deep.equal(['CommitUnknown', 'CommitUnknown'])
    expect(desk.tables.messages.size).to.equal(0)
    expect(spell(await desk.sendAll(keys(2)))).to.deep.equal(['accepted', 'accepted'])
  })

  it('keeps asking about it for 3 seconds while storage is away', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'answer lost')
    desk.faults.plan('findAccepted', 'away', 'away', 'away')
    const answer = await desk.time.until(desk.send('key-1')())
    expect(spell([answer])).to.deep.equal(['accepted'])
    expect(desk.time.clock.nowMs()).to.be.within(NOW_MS + 300, NOW_MS + 3_000)
  })

  it('says that it does not know after 3 seconds', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'answer lost')
    desk.faults.plan('findAccepted', ...Array.from({ length: 100 }, () => 'away' as const))
    expect(spell([await desk.time.until(desk.send('key-1')())])).to.deep.equal(['CommitUnknown'])
    expect(desk.time.clock.nowMs()).to.be.within(NOW_MS + 3_000, NOW_MS + 3_200)
  })

  it('finds the one request that the database refuses by halving, and accepts all others', async () => {
    for (const poison of [0, 6, 12]) {
      const desk = aDesk()
      desk.refuse(({ message }) => message.clientReference === 'poison')
      const answers = await Promise.all(
        keys(13).map((key, at) => desk.send(key, at === poison ? { clientReference: 'poison' } : {})()),
      )
      const expected = keys(13).map((_, at) => (at === poison ? 'BatchFailed' : 'accepted'))
      expect(spell(answers)).to.deep.equal(expected)
      await sound(desk)
    }
  })

  it('rejects the requests of a batch that meets a bug, and goes on', async () => {
    const desk = aDesk()
    desk.faults.plan('accept', 'throws')
    const failure: unknown = await desk
      .send('key-1')()
      .catch((cause: unknown) => cause)
    expect(failure).to.be.instanceOf(Error)
    await right(desk.send('key-1'))
  })
})
