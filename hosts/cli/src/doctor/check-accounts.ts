import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { E } from '@postrider/core/fp'
import { openProviders } from '@postrider/core/use-cases/dispatch/open-providers'
import type { Composition } from '@postrider/wiring/compose'
import { sentenceOf } from '../exit-code.js'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'providers'

const check = async ({ ports }: Composition, account: ProviderAccount): Promise<Finding> => {
  const providers = openProviders(ports, () => Promise.reject(new Error('the doctor takes no receipts')))
  const name = `${account.name} (${account.kind}, ${account.providerAccountId})`
  try {
    providers.get(account)
    return fine(PART, `${name} can be opened`)
  } catch (cause) {
    return wrong(
      PART,
      `${name} cannot be opened: ${sentenceOf(cause)}`,
      'Correct its settings or secrets; a secret sealed under a former key needs POSTRIDER_PREVIOUS_MASTER_KEYS.',
    )
  } finally {
    await providers.close()
  }
}

/** Whether each enabled provider account's secrets and settings are fit to use; no provider is called. */
export const checkAccounts = async (composition: Composition): Promise<readonly Finding[]> => {
  const accounts = await composition.ports.storage.catalog.providerAccounts()()
  if (E.isLeft(accounts)) return [wrong(PART, `the accounts cannot be read: ${accounts.left.cause}`)]
  const enabled = accounts.right.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0)
    return [
      { verdict: 'note', part: PART, sentence: 'there is no provider account yet, so nothing can be sent' },
    ]
  return Promise.all(enabled.map((account) => check(composition, account)))
}
