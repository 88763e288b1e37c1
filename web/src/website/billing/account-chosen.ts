import type { ResultOf } from '@postrider/core/assembly/registry'
import { address } from '../../state/address.js'
import { membership } from '../state/access.js'
import { ownEnvironments } from '../state/own-apps.js'

type Environment = ResultOf<'listCustomerBalances'>['balances'][number]['environment']

/** The shown account: its organization, environment and currency. */
export interface ChosenAccount {
  readonly organizationId: string
  readonly environment: Environment
  readonly currency: string
}

type AccountName = Pick<ChosenAccount, 'environment' | 'currency'>

/** A key for an account of the organization. */
export const accountChoiceKey = ({ environment, currency }: AccountName): string =>
  `${environment} ${currency}`

/** The existing accounts and those that the organization could have, production first. */
export const accountChoices = (known: readonly AccountName[]): readonly AccountName[] => {
  const currency = membership.value?.organization.defaultCurrency ?? ''
  const names = new Map<string, AccountName>()
  for (const environment of ownEnvironments.value)
    names.set(accountChoiceKey({ environment, currency }), { environment, currency })
  for (const { environment, currency: own } of known)
    names.set(accountChoiceKey({ environment, currency: own }), { environment, currency: own })
  return [...names.values()].toSorted((one, other) =>
    accountChoiceKey(one).localeCompare(accountChoiceKey(other)),
  )
}

/** The account in the address, or the first one. */
export const chosenOf = (choices: readonly AccountName[]): AccountName | undefined => {
  const { environment, currency } = address.value.filters
  return choices.find((one) => one.environment === environment && one.currency === currency) ?? choices[0]
}
