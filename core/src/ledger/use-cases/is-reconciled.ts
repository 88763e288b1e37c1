import type { Account } from '../domain/account.js'
import type { Checkpoint } from '../ports/ledger-storage.js'

/** Whether the account is what it was when it was found to agree with its ledger: no event since, and the same figures. */
export const isReconciled = (account: Account, checkpoint: Checkpoint): boolean =>
  checkpoint.status === 'reconciled' &&
  checkpoint.seq === account.version &&
  checkpoint.postedMinor === account.postedMinor &&
  checkpoint.reservedMinor === account.reservedMinor &&
  checkpoint.digest === account.headDigest
