import type { AccountForm, ProviderOpener } from '../ports/provider.js'

type Secrets = Readonly<Record<string, string>>

/** Reads the accounts of a kind; both methods name the kind and the problem, without secrets. */
export interface AccountReader<Account> extends Pick<ProviderOpener, 'check'> {
  /** Throws the problem that `check` returns. */
  read(account: AccountForm, secrets: Secrets): Account
}

/** The error that an account can't be opened, with a sentence that contains no secret. */
export const wrongAccount = (sentence: string): Error => new Error(sentence)

/** Creates the reader of a kind from a function that throws a sentence if an account can't be opened. */
export const accountReader = <Account>(
  kind: string,
  read: AccountReader<Account>['read'],
): AccountReader<Account> => {
  const problemOf = (cause: unknown): string =>
    `${kind} account: ${cause instanceof Error ? cause.message : 'cannot be read'}`
  return {
    check: (account, secrets) => {
      try {
        read(account, secrets)
        return undefined
      } catch (cause) {
        return problemOf(cause)
      }
    },
    read: (account, secrets) => {
      try {
        return read(account, secrets)
      } catch (cause) {
        throw new Error(problemOf(cause), { cause })
      }
    },
  }
}
