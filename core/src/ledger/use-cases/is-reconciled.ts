import type { Account } from '../domain/account.js'
import type { Checkpoint } from '../ports/ledger-storage.js'

/** Whether the account is unchanged since it agreed with its ledger: no new event, and the same amounts. */
export const isReconciled = (account: Account, checkpoint: Checkpoint): boolean =>
  checkpoint.status === 'reconciled' &&
  checkpoint.seq === account.version &&
  checkpoint.postedMinor === account.postedMinor &&
  checkpoint.reservedMinor === account.reservedMinor &&
  checkpoint.digest === account.headDigest
