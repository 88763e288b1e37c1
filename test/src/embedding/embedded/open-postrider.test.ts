import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'chai'
import { AuthenticationError, InvalidRequestError, PermissionError, ServiceError } from '@postrider/client'
import { TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { type EmbeddedPostrider, type OpenOptions, openPostrider } from '@postrider/embedded'
import { EmbeddedError } from '@postrider/embedded/embedded-error'
import { aFirstSetUp } from '../../builders/a-first-set-up.js'
import { freshDirectory } from '../../servers/run-directory.js'

const thrownBy = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const expectEmbedded = async (
  work: Promise<unknown>,
  code: string,
  ...words: readonly string[]
): Promise<void> => {
  const error = await thrownBy(work)
  expect(error).to.be.instanceOf(EmbeddedError)
  expect((error as EmbeddedError).code).to.equal(code)
  for (const word of words) expect((error as EmbeddedError).message).to.include(word)
}

describe('Options of openPostrider', () => {
  it('are refused if their names are unknown, all of them together', async () => {
    const options = { dataDirectory: '/nowhere', ports: { clok: {} }, currencies: ['euro'] }
    const work = openPostrider(options as OpenOptions)
    await expectEmbedded(work, 'settings', 'option dataDirectory', 'port clok', 'currencies must be')
  })

  const WRONG: ReadonlyArray<readonly [options: unknown, sentence: string]> = [
    [5, 'the options must be an object'],
    [null, 'the options must be an object'],
    [{ dataDir: true }, 'dataDir must be a text'],
    [{ storage: {} }, 'storage isn’t a storage: it has no catalog, dispatch, outbox, health'],
    [{ queue: {} }, 'queue isn’t a queue: it has no publish, consume, depth'],
    [{ mailer: 7 }, 'mailer must be an address or a mailer'],
    [{ providers: 3 }, 'providers must be a list of adapters'],
    [{ providers: [{}] }, 'providers has no adapter with kind and opener at place 0'],
    [{ log: 'x' }, 'log must be { fd }, { file } or { write }'],
    [{ limits: 5 }, 'limits must be an object'],
    [{ limits: { rates: { reads: 5 } } }, 'limits need an object at rates.reads'],
    [
      { limits: { rates: { reads: { perSecond: 'x' } } } },
      'limits need a number above 0 at rates.reads.perSecond',
    ],
    [{ limits: { rates: { read: { perSecond: 5 } } } }, 'limits have no policy read; there are sends'],
    [{ limits: { acceptance: { lanes: 0 } } }, 'limits need a number above 0 at acceptance.lanes'],
    [{ currencies: 'EUR' }, 'currencies must be a list of texts'],
    [{ ports: 'x' }, 'ports must be an object of ports'],
    [{ ports: null }, 'ports must be an object of ports'],
  ]
  for (const [options, sentence] of WRONG)
    it(`are refused before anything is opened: ${JSON.stringify(options)}`, async () => {
      await expectEmbedded(openPostrider(options as OpenOptions), 'settings', sentence)
    })

  it('set the currencies of accounts, and the previous sealing keys', async () => {
    const dataDir = join(await freshDirectory('embedded'), 'data')
    const previousMasterKeys = [randomBytes(32).toString('base64')]
    const postrider = await openPostrider({ dataDir, currencies: ['EUR', 'GBP'], previousMasterKeys })
    const order = {
      ...aFirstSetUp(),
      organization: { ...aFirstSetUp().organization, currency: 'EUR' },
    }
    const by = { actor: { kind: 'operator', id: 'test' }, reason: 'To try it out.' } as const
    expect((await postrider.firstSetUp(order, by)).currency).to.equal('EUR')
    await postrider.close()
  })
})

describe('Postrider inside a program', () => {
  let dataDir: string
  let postrider: EmbeddedPostrider
  before(async () => {
    dataDir = join(await freshDirectory('embedded'), 'data')
    postrider = await openPostrider({ dataDir })
  })
  after(() => postrider.close())

  const aMessage = async () => {
    const { projectId, appId, templates } = await postrider.setUpTestTenant()
    const variables = { name: 'Asha', order: '10024' }
    return {
      projectId,
      appId,
      channel: 'sms',
      to: '+447400123456',
      templateId: templates.sms,
      variables,
    } as const
  }

  it('sends a message and delivers it, in this process and without a socket', async () => {
    await postrider.start()
    const { credential } = await postrider.setUpTestTenant()
    const api = postrider.as(credential)
    const idempotencyKey = 'order-4711-shipped'
    const sent = await api.messages.send(await aMessage(), { idempotencyKey })
    expect((await api.messages.waitFor(sent.messageId)).state).to.equal('DELIVERED')
    const again = await api.messages.send(await aMessage(), { idempotencyKey })
    expect([again.messageId, again.lastResponse.replayed]).to.deep.equal([sent.messageId, true])
  })

  it('responds like the host: the same checks, the same errors', async () => {
    const { credential } = await postrider.setUpTestTenant()
    const api = postrider.as(credential)
    const message = await aMessage()
    expect(await thrownBy(api.messages.send({ ...message, to: '12' }))).to.be.instanceOf(InvalidRequestError)
    const elsewhere = { ...message, projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd' }
    expect(await thrownBy(api.messages.send(elsewhere))).to.be.instanceOf(PermissionError)
    const { credential: foreign } = await withOther(({ setUpTestTenant }) => setUpTestTenant())
    expect(await thrownBy(postrider.as(foreign).credential.check())).to.be.instanceOf(AuthenticationError)
  })

  it('keeps its test tenant after a restart, and what was accepted', async () => {
    const before = await postrider.setUpTestTenant()
    await postrider.close()
    postrider = await openPostrider({ dataDir })
    const after = await postrider.setUpTestTenant()
    expect(after).to.deep.equal(before)
    const found = await postrider.as(after.credential).messages.find({ idempotencyKey: 'order-4711-shipped' })
    expect(found.map(({ state }) => state)).to.deep.equal(['DELIVERED'])
  })

  it('finishes what is in progress before it closes', async () => {
    const sending = await withOther(async (other) => {
      const { credential, projectId, appId, templates } = await other.setUpTestTenant()
      const variables = { name: 'Asha', order: '10024' }
      const message = {
        projectId,
        appId,
        channel: 'sms',
        to: '+447400123456',
        templateId: templates.sms,
        variables,
      } as const
      return other.as(credential, { maxRetries: 0 }).messages.send(message)
    })
    expect(sending.state).to.equal('ACCEPTED')
  })

  it('is refused with a sentence that names the fix', async () => {
    await expectEmbedded(openPostrider({ dataDir }), 'in_use', dataDir, 'its own dataDir')
    const mysql = 'mysql://postrider@127.0.0.1/postrider'
    await expectEmbedded(openPostrider({ dataDir, storage: mysql }), 'settings', 'masterKey is required')
    await expectEmbedded(openPostrider({ dataDir, queue: 'redis://127.0.0.1' }), 'settings', 'queue ')
    await expectEmbedded(openPostrider({ dataDir: '/dev/null/none' }), 'settings', 'dataDir')
    await expectEmbedded(postrider.person('prat_none'), 'Unauthenticated')
    await expectEmbedded(postrider.agent('prag_none'), 'Unauthenticated')
    const wrong = { email: 'first@postrider.example', password: 'none of it', code: '000000' }
    await expectEmbedded(postrider.operator(wrong), 'InvalidCredentials')
  })

  it("is refused with a master key other than its database's, and opens with that", async () => {
    const folder = await freshDirectory('keys')
    const masterKey = randomBytes(32).toString('base64')
    await (await openPostrider({ dataDir: folder, masterKey })).close()
    const another = randomBytes(32).toString('base64')
    await expectEmbedded(openPostrider({ dataDir: folder, masterKey: another }), 'settings', 'masterKey')
    await (await openPostrider({ dataDir: folder, masterKey })).close()
  })

  it('returns an error of its own if a given port throws', async () => {
    const { phoneNumbers } = postrider.ports
    let isBroken = false
    const throwing: Ports['phoneNumbers'] = new Proxy(phoneNumbers, {
      get: (whole, name, receiver): unknown => {
        if (isBroken) throw new Error('it is broken')
        return Reflect.get(whole, name, receiver)
      },
    })
    const other = await openPostrider({
      dataDir: await freshDirectory('throwing'),
      ports: { phoneNumbers: throwing },
      log: { write: () => undefined },
    })
    const { credential, projectId, appId, templates } = await other.setUpTestTenant()
    const message = { ...(await aMessage()), projectId, appId, templateId: templates.sms }
    isBroken = true
    const error = await thrownBy(other.as(credential, { maxRetries: 0 }).messages.send(message))
    isBroken = false
    await other.close()
    expect(error).to.be.instanceOf(ServiceError)
    expect((error as ServiceError).code).to.equal('internal_error')
  })

  it("uses the given ports, for example a storage that doesn't respond", async () => {
    const folder = await freshDirectory('outage')
    const down = { _tag: 'StorageUnavailable', cause: 'it is down' } as const
    const { ports } = postrider
    const health = { ...ports.storage.health, migrate: () => TE.left(down) }
    const storage = { ...ports.storage, health, close: () => Promise.resolve() }
    await expectEmbedded(openPostrider({ dataDir: folder, storage }), 'StorageUnavailable', 'it is down')
  })
})

/** Runs an action, and closes a second instance during it. */
const withOther = async <A>(work: (other: EmbeddedPostrider) => Promise<A>): Promise<A> => {
  const other = await openPostrider({ dataDir: await freshDirectory('other') })
  const done = work(other)
  await done.catch(() => undefined)
  await other.close()
  return done
}
