import type { AccountForm, ProviderOpener } from '../ports/provider.js'

type Secrets = Readonly<Record<string, string>>

/** How accounts of a kind are read; both ways name the kind and say what is wrong, without a secret. */
export interface AccountReader<Account> extends Pick<ProviderOpener, 'check'> {
  /** Throws what `check` answers. */
  read(account: AccountForm, secrets: Secrets): Account
}

/** That an account cannot be opened, in a sentence that repeats no secret. */
export const wrongAccount = (sentence: string): Error => new Error(sentence)

/** Reads accounts of a kind by what throws a sentence where one cannot be opened. */
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
