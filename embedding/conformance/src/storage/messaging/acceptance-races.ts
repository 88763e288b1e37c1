import type { Storage } from '@postrider/core/assembly/storage'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptOne, credit, type AcceptanceRequest } from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { anAccountKey, requestsOf } from './requests.js'
import { allEvents } from './traces.js'

/** Runs one `accept` per request, all at once, spread over the storages. */
const race = (storages: readonly Storage[], requests: readonly AcceptanceRequest[]) =>
  Promise.all(
    requests.map((request, index) => {
      const storage = storages[index % storages.length]
      if (storage === undefined) throw new Error('no storage to race on')
      return acceptOne(storage, request)
    }),
  )

/** Tests many concurrent calls of `accept`, on one storage and on several. */
export const acceptanceRaces = (at: StorageUnderTest): void => {
  const expectOneMessage = async (processes: number): Promise<void> => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 100_000)
    const others = await Promise.all(Array.from({ length: processes - 1 }, () => at.another()))
    const requests = requestsOf(payer, 64, { key: fresh.hex(32) }).map((request) => ({
      ...request,
      message: aMessage({ ...payer, messageId: fresh.id('msg') }),
    }))
    const answers = await race([at.storage, ...others], requests)
    const messageIds = new Set(
      answers.map((answer) => (answer._tag === 'Unaffordable' ? undefined : answer.messageId)),
    )
    expect(messageIds.size).to.equal(1)
    expect(answers.filter((answer) => answer._tag === 'Accepted')).to.have.length(1)
    const { account } = await right(at.storage.ledger.status(payer))
    expect(account).to.deep.include({ reservedMinor: 25, version: 2 })
    expect(await allEvents(at.storage, payer)).to.have.length(2)
  }

  it('makes one message from 64 concurrent accepts of one key, and all return its id', () =>
    expectOneMessage(1))

  it('makes one message from 64 concurrent accepts of one key in two processes', () => expectOneMessage(2))

  it('accepts exactly the 10 of 48 parallel requests that the account can pay', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 10 * 25 + 24)
    const answers = await race([at.storage, await at.another()], requestsOf(payer, 48))
    expect(answers.filter((answer) => answer._tag === 'Accepted')).to.have.length(10)
    expect(answers.filter((answer) => answer._tag === 'Unaffordable')).to.have.length(38)
    const { account } = await right(at.storage.ledger.status(payer))
    expect(account).to.deep.include({ postedMinor: 274, reservedMinor: 250 })
    const events = await allEvents(at.storage, payer)
    expect(events.map((event) => event.seq)).to.deep.equal(Array.from({ length: 11 }, (_, seq) => seq + 1))
  })
}
