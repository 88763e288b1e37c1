import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import type { ProviderOpener } from '@postrider/core/ports/provider'

/** That an account cannot be opened, in a sentence that repeats no secret. */
export const wrongAccount = (sentence: string): Error => new Error(sentence)

type Secrets = Readonly<Record<string, string>>

/** How accounts of a kind are read; both ways name the kind and say what is wrong. */
export interface AccountReader<Account> extends Pick<ProviderOpener, 'check'> {
  /** Throws what `check` answers. */
  read(settings: ProviderAccount['settings'], secrets: Secrets): Account
}

/** Reads accounts by what throws a sentence where one cannot be opened. */
export const accountReader = <Account>(
  kind: string,
  read: AccountReader<Account>['read'],
): AccountReader<Account> => {
  const said = (error: unknown): string =>
    `${kind} account: ${error instanceof Error ? error.message : 'cannot be read'}`
  return {
    check: ({ settings }, secrets) => {
      try {
        read(settings, secrets)
        return undefined
      } catch (error) {
        return said(error)
      }
    },
    read: (settings, secrets) => {
      try {
        return read(settings, secrets)
      } catch (error) {
        throw new Error(said(error), { cause: error })
      }
    },
  }
}
