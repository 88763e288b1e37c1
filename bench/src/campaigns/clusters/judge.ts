import { runPostrider } from '@postrider/test/hosts/cli/run-postrider'
import { type AccountRow, type EntryRow, judgeLedger } from './ledger-judge.js'
import { numberIn, readRows, textIn } from './read-rows.js'
import type { AcceptedMessage } from './traffic.js'

/** The result for all messages, and for the money. */
export interface Verdict {
  /** Accepted with 202, not delivered, and not waiting for delivery. */
  readonly lost: number
  readonly twice: number
  /** Still waiting to be sent after the allowed time. */
  readonly stuck: number
  /** Waiting for a person's decision, because it is unknown whether the provider has them. */
  readonly unconfirmed: number
  readonly accounts: number
  readonly differing: number
  /** Messages without a reservation, and reservations without a message. */
  readonly unmatched: number
  /** The exit code of the product's own ledger check. */
  readonly ownCheck: number | null
}

/** The data to judge. */
export interface Evidence {
  readonly databaseUrl: string
  readonly settings: Readonly<Record<string, string>>
  readonly accepted: readonly AcceptedMessage[]
  /** The number of emails per address, from the mail server's journal. */
  readonly received: ReadonlyMap<string, number>
  readonly say: (line: string) => void
}

const accountIn = (row: Parameters<typeof textIn>[0]): string =>
  ['organization_id', 'environment', 'currency'].map((column) => textIn(row, column)).join(' ')

const accountsOf = async (databaseUrl: string): Promise<readonly AccountRow[]> => {
  const rows = await readRows(
    databaseUrl,
    'SELECT organization_id, environment, currency, posted, reserved, version FROM accounts',
  )
  return rows.map((row) => ({
    account: accountIn(row),
    posted: numberIn(row, 'posted'),
    reserved: numberIn(row, 'reserved'),
    version: numberIn(row, 'version'),
  }))
}

const entriesOf = async (databaseUrl: string): Promise<readonly EntryRow[]> => {
  const rows = await readRows(
    databaseUrl,
    `SELECT organization_id, environment, currency, seq, entry_id, type, amount, message_id, related_entry_id
     FROM ledger_events`,
  )
  return rows.map((row) => ({
    account: accountIn(row),
    seq: numberIn(row, 'seq'),
    entry: textIn(row, 'entry_id'),
    type: textIn(row, 'type'),
    amount: numberIn(row, 'amount'),
    message: textIn(row, 'message_id'),
    related: textIn(row, 'related_entry_id'),
  }))
}

/**
 * Compares responses, journal and rows. The only product code is its own check, which is counted separately.
 */
export const judge = async (evidence: Evidence): Promise<Verdict> => {
  const { databaseUrl, settings, accepted, received, say } = evidence
  const rows = await readRows(databaseUrl, 'SELECT id, recipient, state FROM messages')
  const states = new Map(rows.map((row) => [textIn(row, 'recipient'), textIn(row, 'state')]))
  const isWaiting = (address: string): boolean =>
    ['ACCEPTED', 'UNCONFIRMED'].includes(states.get(address) ?? '')
  const countIn = (state: string): number => rows.filter((row) => textIn(row, 'state') === state).length
  const accounts = await accountsOf(databaseUrl)
  const ids = rows.map((row) => textIn(row, 'id'))
  const { differing, unmatched } = judgeLedger(accounts, await entriesOf(databaseUrl), ids)
  const lost = accepted.filter(({ address }) => !received.has(address) && !isWaiting(address))
  for (const { address, messageId } of lost)
    say(`lost: ${messageId} to ${address}, ${states.get(address) ?? 'without a row'}`)
  const { exitCode } = await runPostrider(['ledger', 'verify'], settings)
  return {
    lost: lost.length,
    twice: [...received.values()].filter((times) => times > 1).length,
    stuck: countIn('ACCEPTED'),
    unconfirmed: countIn('UNCONFIRMED'),
    accounts: accounts.length,
    differing: differing.length,
    unmatched,
    ownCheck: exitCode,
  }
}
