import { accountKey, type Account } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../fakes/world.js'

/**
 * An account with this number of events, and what happens to it: bookings, tampering, turns of the
 * reconciler.
 */
export const someBooks = (events = 1) => {
  const world = aWorld()
  const { tables } = world.memory
  const key = world.tenant.accountKey
  const at = accountKey(key)
  const account = (): Account => tables.accounts.get(at) ?? newAccount(key)
  const book = (amountMinor = 5): void => {
    const booked = aPosting(account(), { amountMinor })
    tables.accounts.set(at, booked.account)
    tables.events.push(booked.event)
  }
  for (let count = 1; count < events; count += 1) book()
  const change = (changed: Partial<Account>): void =>
    void tables.accounts.set(at, { ...account(), ...changed })
  const alter = (seq: number, changed: Partial<LedgerEvent>): LedgerEvent => {
    const place = tables.events.findIndex((event) => event.seq === seq)
    const event = tables.events[place]
    if (event === undefined) throw new Error(`there is no event ${seq}`)
    tables.events[place] = { ...event, ...changed }
    return event
  }
  const remove = (seq: number): void =>
    void tables.events.splice(
      tables.events.findIndex((event) => event.seq === seq),
      1,
    )
  const slice = reconcile(world.ports)
  const checkpoint = () => tables.checkpoints.get(at)
  const run = async () => {
    await right(slice(undefined))
    return checkpoint()
  }
  const books = { key, at, account, book, change, alter, remove, slice, run, checkpoint }
  return { ...world, ...world.memory, ...books }
}
