import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Ticket } from '@postrider/core/support/domain/ticket'
import { E } from '@postrider/core/fp'
import type { Storage } from '@postrider/core/assembly/storage'
import { expect } from 'chai'
import { aMessage } from '../builders/a-message.js'
import { aReply, aTicket } from '../builders/a-ticket.js'
import { NOW_MS } from '../builders/fresh.js'
import { eventually } from '../eventually.js'
import { right, settled } from '../outcome.js'
import {
  accept,
  acceptOne,
  aRequest,
  credit,
  requestsQueryOf,
  judgeRequests,
  payingAccountOf,
  type AcceptanceRequest,
} from './messaging/accepting.js'
import { endMessages, workItemOf, planEnding } from './messaging/settling.js'
import { allEvents, evidenceOf, NO_TRACES, strayRows, tracesOf } from './messaging/traces.js'

/** A storage whose server and connections a test can damage. */
export interface FragileStorage {
  readonly storage: Storage
  /**
   * Ends every connection of the storage at the server, before it returns. It must not wait for the event
   * loop.
   */
  killConnections(): void
  /**
   * Loses the connection with the next commit: after the server has executed it, or before it received it.
   */
  loseNextCommit(what: 'answer' | 'request'): void
  /** Ends the server as a power cut would. */
  killServer(): Promise<void>
  /** Starts the killed server on the same data. */
  startServer(): Promise<void>
  close(): Promise<void>
}

const ALL_TRACES = { accepted: true, message: true, events: 1, strays: [] }

const paidRequest = async (storage: Storage): Promise<AcceptanceRequest> => {
  const request = aRequest()
  await credit(storage, payingAccountOf(request.message), 100)
  return request
}

const killed = (at: () => FragileStorage): void => {
  it('leaves nothing, or everything, of a transaction killed between reading and writing', async () => {
    const { storage, killConnections } = at()
    const request = await paidRequest(storage)
    let decisions = 0
    const outcome = await settled(
      storage.acceptance.accept(requestsQueryOf([request]), (known) => {
        decisions += 1
        if (decisions === 1) killConnections()
        return judgeRequests([request])(known)
      }),
    )
    if (outcome._tag === 'Left')
      expect(outcome.left._tag).to.be.oneOf(['StorageUnavailable', 'CommitUnknown'])
    expect(await tracesOf(storage, request)).to.deep.equal(outcome._tag === 'Right' ? ALL_TRACES : NO_TRACES)
    expect((await acceptOne(storage, request))._tag).to.equal(
      outcome._tag === 'Right' ? 'Replayed' : 'Accepted',
    )
  })

  it('settles nothing, or once, when work is killed between reading and writing', async () => {
    const { storage, killConnections } = at()
    const request = await paidRequest(storage)
    await acceptOne(storage, request)
    const { messageId } = request.message
    let decisions = 0
    const outcome = await settled(
      storage.dispatch.work([workItemOf(messageId)], (known) => {
        decisions += 1
        if (decisions === 1) killConnections()
        return planEnding([messageId], 'settlement', NOW_MS)(known)
      }),
    )
    if (outcome._tag === 'Left')
      expect(outcome.left._tag).to.be.oneOf(['StorageUnavailable', 'CommitUnknown'])
    const again = await right(endMessages(storage, [messageId], 'settlement', NOW_MS))
    expect(again).to.deep.equal(outcome._tag === 'Right' ? [] : [messageId])
    expect((await evidenceOf(storage, messageId))?.events).to.have.length(2)
  })

  it('continues after its idle connections were killed', async () => {
    const { storage, killConnections } = at()
    killConnections()
    for (let round = 0; round < 3; round += 1) {
      const request = await paidRequest(storage)
      expect((await acceptOne(storage, request))._tag).to.equal('Accepted')
    }
  })
}

const lost = (at: () => FragileStorage): void => {
  for (const what of ['answer', 'request'] as const) {
    it(`reports an unknown outcome for a commit whose ${what} was lost, and finds the outcome`, async () => {
      const { storage, loseNextCommit } = at()
      const request = await paidRequest(storage)
      loseNextCommit(what)
      const outcome = await settled(accept(storage, [request]))
      expect(outcome).to.have.property('_tag', 'Left')
      expect(outcome).to.have.nested.property('left._tag', 'CommitUnknown')
      const found = await right(storage.acceptance.findAccepted([request.key]))
      expect(found.has(request.key)).to.equal(what === 'answer')
      expect(await tracesOf(storage, request)).to.deep.equal(what === 'answer' ? ALL_TRACES : NO_TRACES)
      const again = await acceptOne(storage, request)
      expect(again._tag).to.equal(what === 'answer' ? 'Replayed' : 'Accepted')
      expect(await tracesOf(storage, request)).to.deep.equal(ALL_TRACES)
    })

    it(`returns the right result if the ${what} of an acceptance was lost on an account that was charged before`, async () => {
      const { storage, loseNextCommit } = at()
      const first = await paidRequest(storage)
      await acceptOne(storage, first)
      const { organizationId } = first.message
      const request = aRequest({ message: aMessage({ organizationId }) })
      loseNextCommit(what)
      const outcome = await settled(accept(storage, [request]))
      // An adapter that wrote from its cache reads the outcome afterwards; one that read first leaves that to
      // its caller.
      if (outcome._tag === 'Left') expect(outcome.left._tag).to.equal('CommitUnknown')
      const isThere = outcome._tag === 'Right' || what === 'answer'
      expect(await tracesOf(storage, request)).to.deep.equal(isThere ? ALL_TRACES : NO_TRACES)
      expect((await acceptOne(storage, request))._tag).to.equal(isThere ? 'Replayed' : 'Accepted')
      expect(await tracesOf(storage, request)).to.deep.equal(ALL_TRACES)
    })

    it(`reports an unknown outcome for work whose commit's ${what} was lost, and settles once`, async () => {
      const { storage, loseNextCommit } = at()
      const request = await paidRequest(storage)
      await acceptOne(storage, request)
      const { messageId } = request.message
      loseNextCommit(what)
      const outcome = await settled(endMessages(storage, [messageId], 'settlement', NOW_MS))
      expect(outcome).to.have.nested.property('left._tag', 'CommitUnknown')
      const again = await right(endMessages(storage, [messageId], 'settlement', NOW_MS))
      expect(again).to.deep.equal(what === 'answer' ? [] : [messageId])
      expect((await evidenceOf(storage, messageId))?.events).to.have.length(2)
    })
  }
}

const inUnits = (at: () => FragileStorage): void => {
  /** Adds a ticket, and reopens it if it exists. */
  const save = (storage: Storage, ticket: Ticket, meanwhile = (): void => undefined) =>
    storage.units.transact('shared', async (unit) => {
      const held = await unit.tickets.lock(ticket.ticketId)
      if (held === undefined) unit.tickets.add(ticket)
      else unit.tickets.replace({ ...held, status: 'open' })
      const reply = aReply({ ticketId: ticket.ticketId })
      unit.tickets.addReplies([reply])
      meanwhile()
      await unit.audit.lockHead(ticket.organizationId)
      return E.right(reply)
    })

  const fileOf = async (storage: Storage, { ticketId }: Ticket) =>
    (await right(storage.support.ticket(ticketId))).value

  for (const what of ['answer', 'request'] as const)
    it(`reports an unknown outcome for a unit whose commit's ${what} was lost, and applies it once or not at all`, async () => {
      const { storage, loseNextCommit } = at()
      const ticket = aTicket()
      loseNextCommit(what)
      const outcome = await settled(save(storage, ticket))
      expect(outcome).to.have.nested.property('left._tag', 'CommitUnknown')
      const file = await fileOf(storage, ticket)
      expect(file?.replies.length).to.equal(what === 'answer' ? 1 : undefined)
      await right(save(storage, ticket))
      expect((await fileOf(storage, ticket))?.replies).to.have.length(what === 'answer' ? 2 : 1)
    })

  it('restarts a unit that is killed in the middle, and leaves nothing of the first run', async () => {
    const { storage, killConnections } = at()
    const ticket = aTicket()
    let beginnings = 0
    const outcome = await settled(
      save(storage, ticket, () => {
        beginnings += 1
        if (beginnings === 1) killConnections()
      }),
    )
    if (outcome._tag === 'Left') expect(outcome.left._tag).to.equal('StorageUnavailable')
    const replies = (await fileOf(storage, ticket))?.replies ?? []
    expect(replies).to.deep.equal(outcome._tag === 'Right' ? [outcome.right] : [])
  })
}

const crashed = (at: () => FragileStorage): void => {
  it('has every acknowledged message after its server was killed during acceptances', async () => {
    const { storage, killServer, startServer } = at()
    const { organizationId } = aMessage()
    const payer = { organizationId, environment: 'test' as const, currency: 'INR' }
    await credit(storage, payer, 1_000_000)
    const acknowledged: AcceptanceRequest[] = []
    const clientsMay = { goOn: true }
    const client = async (): Promise<void> => {
      while (clientsMay.goOn) {
        const request = aRequest({ message: aMessage({ organizationId }) })
        const outcome = await settled(accept(storage, [request]))
        if (outcome._tag === 'Right') acknowledged.push(request)
        else expect(outcome.left._tag).to.be.oneOf(['StorageUnavailable', 'CommitUnknown'])
        await turn()
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    await eventually('80 messages were accepted', () => acknowledged.length >= 80)
    await killServer()
    await sleep(200)
    clientsMay.goOn = false
    await clients
    await startServer()
    await eventually(
      'storage answers again',
      async () => (await settled(storage.catalog.epoch()))._tag === 'Right',
    )
    const found = await right(storage.acceptance.findAccepted(acknowledged.map(({ key }) => key)))
    const lostIds = acknowledged.filter(({ key, message }) => found.get(key)?.messageId !== message.messageId)
    expect(lostIds).to.deep.equal([])
    const events = await allEvents(storage, payer)
    const { account } = await right(storage.ledger.status(payer))
    expect(account).to.deep.include({ reservedMinor: (events.length - 1) * 25, version: events.length })
    expect(events.length - 1).to.be.at.least(acknowledged.length)
    expect(await strayRows(storage)).to.deep.equal([])
  }).timeout(180_000)

  it('reports an outage in time while its server is unavailable, and works when it is back', async () => {
    const { storage, killServer, startServer } = at()
    const request = await paidRequest(storage)
    await killServer()
    const startedMs = performance.now()
    const outcome = await settled(accept(storage, [request]))
    expect(outcome).to.have.nested.property('left._tag', 'StorageUnavailable')
    expect(performance.now() - startedMs).to.be.lessThan(10_000)
    expect(await settled(storage.health.check())).to.have.nested.property('left._tag', 'StorageUnavailable')
    await startServer()
    await eventually(
      'storage answers again',
      async () => (await settled(storage.catalog.epoch()))._tag === 'Right',
    )
    expect((await acceptOne(storage, request))._tag).to.equal('Accepted')
  }).timeout(180_000)
}

/**
 * Tests that storage reports outcomes correctly when connections and servers fail.
 * @example
 * ```ts
 * import { describeStorageFaults, type FragileStorage } from '@postrider/conformance/storage'
 *
 * // Your engine behind a proxy that can cut its connections, with a server that can be killed.
 * declare const openFragile: () => Promise<FragileStorage>
 *
 * describeStorageFaults('My storage', openFragile)
 * ```
 */
export const describeStorageFaults = (name: string, open: () => Promise<FragileStorage>): void => {
  describe(`${name} returns the right results when connections and servers fail`, () => {
    let opened: FragileStorage
    before(async function () {
      this.timeout(180_000)
      opened = await open()
      await right(opened.storage.health.migrate())
    })
    after(() => opened.close())
    killed(() => opened)
    lost(() => opened)
    inUnits(() => opened)
    crashed(() => opened)
  })
}
