/** Accounts were compared with their ledgers; `drifting` is the number of accounts that differ. */
export interface LedgerChecked {
  readonly _tag: 'LedgerChecked'
  readonly accounts: number
  readonly drifting: number
}
