import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  acceptanceStatements,
  bareBalance,
  bareEvents,
  type BareMessage,
  type BareRendering,
  type BareTenant,
  eventRow,
  rendered,
} from './bare-rows.js'
import type { BareCell, BareStore } from './bare-store.js'
import { type Committing, groupCommit } from './group-commit.js'
import { nextId } from './bare-ids.js'

/** The most items in a transaction. */
const GROUP = 512

/** A code to verify, and its passcode. */
export interface BareOffer {
  readonly id: string
  readonly code: string
}

/** The work of a bare server besides HTTP. */
export interface BareWriter {
  readonly accept: Committing<BareMessage, undefined>
  readonly verify: Committing<BareOffer, boolean>
  /** The cells of a message's state, in the order of `READ_COLUMNS`. */
  readonly read: Committing<string, readonly BareCell[] | undefined>
  /** Settles everything in the outbox, and returns the number of messages. */
  settle(): Promise<number>
}

const READ_COLUMNS = 'id, state, accepted_at, updated_at, billing, amount, currency, client_reference'

const MAC_KEY = Buffer.alloc(32, 1)

/** The keyed digest of a passcode's code, in hexadecimal. */
export const macOf = ({ id, code }: BareOffer): string =>
  createHmac('sha256', MAC_KEY).update(id).update(code).digest('hex')

const listed = (ids: readonly string[]): string => `(x'${ids.join("', x'")}')`

/** Counts attempts durably before any code is compared. */
const verifying = (store: BareStore): BareWriter['verify'] => {
  const count = groupCommit<string, string | undefined>(GROUP, async (ids) => {
    const these = `WHERE message_id IN ${listed(ids)} AND state = 'PENDING'`
    const results = await store.commit([
      { text: `UPDATE otp_challenges SET attempts = attempts + 1 ${these} AND attempts < 5` },
      { text: `SELECT message_id, mac FROM otp_challenges ${these}` },
    ])
    const macs = new Map(results[1]?.map(([id, mac]) => [id, String(mac)]))
    return ids.map((id) => macs.get(id))
  })
  const conclude = groupCommit<string, boolean>(GROUP, async (ids) => {
    const text = `UPDATE otp_challenges SET state = 'VERIFIED', verified_at = ${Date.now()} WHERE message_id IN ${listed(ids)}`
    await store.commit([{ text }])
    return ids.map(() => true)
  })
  return async (offer) => {
    const mac = await count(offer.id)
    const offered = Buffer.from(macOf(offer), 'hex')
    return mac !== undefined && timingSafeEqual(Buffer.from(mac, 'hex'), offered) && conclude(offer.id)
  }
}

/** The minimum writes of a dispatcher: the state, the event, the balance, and the removal from the outbox. */
const settling = (store: BareStore, tenant: BareTenant, nextSeqs: (count: number) => number) => {
  const settleSome = async (): Promise<number> => {
    const rows = await store.read(`SELECT message_id FROM outbox ORDER BY message_id LIMIT ${GROUP}`)
    const ids = rows.map(([id]) => String(id))
    if (ids.length === 0) return 0
    const atMs = Date.now()
    const seq = nextSeqs(ids.length)
    const digest = nextId(atMs).bytes.repeat(2)
    const events = ids.map((id, at) =>
      store.render(
        bareEvents,
        eventRow(
          tenant,
          { type: 'settlement', seq: seq + at + 1, atMs },
          { id, entryId: nextId(atMs).bytes, digest },
        ),
      ),
    )
    await store.commit([
      {
        text: `UPDATE messages SET state = 'SUBMITTED', billing = 'settled', updated_at = ${atMs} WHERE id IN ${listed(ids)}`,
      },
      { into: bareEvents, rows: events },
      bareBalance(
        tenant,
        { reserved: -ids.length, posted: -ids.length },
        { seq: seq + ids.length, atMs, digest },
      ),
      { text: `DELETE FROM outbox WHERE message_id IN ${listed(ids)}` },
    ])
    return ids.length
  }
  return async (): Promise<number> => {
    let settled = 0
    for (let count = await settleSome(); count > 0; count = await settleSome()) settled += count
    return settled
  }
}

/** A minimal writer: group commit on one connection, without avoidable queries. */
export const bareWriter = (store: BareStore, tenant: BareTenant): BareWriter => {
  let seq = 0
  const nextSeqs = (count: number): number => {
    seq += count
    return seq - count
  }
  const accept = groupCommit<BareRendering, undefined>(GROUP, async (group) => {
    await store.commit(acceptanceStatements(tenant, group))
    return group.map(() => undefined)
  })
  return {
    accept: (message) => accept(rendered(store, tenant, message, nextSeqs(1) + 1)),
    verify: verifying(store),
    read: groupCommit(GROUP, async (ids) => {
      const rows = await store.read(`SELECT ${READ_COLUMNS} FROM messages WHERE id IN ${listed(ids)}`)
      const found = new Map(rows.map((row) => [row[0], row]))
      return ids.map((id) => found.get(id))
    }),
    settle: settling(store, tenant, nextSeqs),
  }
}

/** Stores only the newest message: the same server without storage. */
export const storageFreeWriter = (): BareWriter => {
  let newest: BareMessage | undefined
  return {
    accept: (message) => {
      newest = message
      return Promise.resolve(undefined)
    },
    verify: ({ code }) => Promise.resolve(code !== ''),
    read: (id) =>
      Promise.resolve(
        newest && [id, 'ACCEPTED', newest.atMs, newest.atMs, 'provisional', 4, 'EUR', newest.clientReference],
      ),
    settle: () => Promise.resolve(0),
  }
}
