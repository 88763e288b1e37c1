import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import type { ProviderOpener } from '@postrider/core/ports/provider'
import { openingProblem } from '@postrider/core/use-cases/providers/opening-problem'

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
  const readNamed: AccountReader<Account>['read'] = (settings, secrets) => {
    try {
      return read(settings, secrets)
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : 'cannot be read'
      throw new Error(`${kind} account: ${said}`, { cause })
    }
  }
  return {
    check: ({ settings }, secrets) => openingProblem(() => readNamed(settings, secrets)),
    read: readNamed,
  }
}
