/** An account's row. */
export interface AccountRow {
  readonly account: string
  readonly posted: number
  readonly reserved: number
  readonly version: number
}

/** A ledger entry's row. */
export interface EntryRow {
  readonly account: string
  readonly seq: number
  readonly entry: string
  readonly type: string
  readonly amount: number
  readonly message: string
  readonly related: string
}

/** The errors in the books. */
export interface LedgerFindings {
  /** Accounts whose balance isn't the sum of their entries, or whose entries have gaps. */
  readonly differing: readonly string[]
  /** Messages without a reservation, and reservations without a message. */
  readonly unmatched: number
}

const SIGN: Readonly<Record<string, number>> = { credit: 1, debit: -1, settlement: -1 }

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Reservations without a settlement or a release. */
const openOf = (entries: readonly EntryRow[]): readonly EntryRow[] => {
  const closed = new Set(entries.map(({ related }) => related).filter((related) => related !== ''))
  return entries.filter(({ type, entry }) => type === 'reservation' && !closed.has(entry))
}

const isSound = ({ posted, reserved, version }: AccountRow, entries: readonly EntryRow[]): boolean => {
  const numbers = entries.map(({ seq }) => seq).sort((one, other) => one - other)
  return (
    posted === sum(entries.map(({ type, amount }) => (SIGN[type] ?? 0) * amount)) &&
    reserved === sum(openOf(entries).map(({ amount }) => amount)) &&
    version === entries.length &&
    numbers.every((seq, at) => seq === at + 1)
  )
}

/** Recomputes the books only from their rows. */
export const judgeLedger = (
  accounts: readonly AccountRow[],
  entries: readonly EntryRow[],
  messages: readonly string[],
): LedgerFindings => {
  const byAccount = new Map<string, EntryRow[]>(accounts.map(({ account }) => [account, []]))
  for (const entry of entries) {
    const own = byAccount.get(entry.account) ?? []
    own.push(entry)
    byAccount.set(entry.account, own)
  }
  const rows = new Map(accounts.map((row) => [row.account, row]))
  const differing = [...byAccount].flatMap(([account, own]) => {
    const row = rows.get(account)
    return row !== undefined && isSound(row, own) ? [] : [account]
  })
  const reserved = new Set(entries.filter(({ type }) => type === 'reservation').map(({ message }) => message))
  const known = new Set(messages)
  const unmatched =
    messages.filter((message) => !reserved.has(message)).length +
    [...reserved].filter((message) => !known.has(message)).length
  return { differing, unmatched }
}
