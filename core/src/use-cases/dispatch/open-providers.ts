import type { ProviderAccountId } from '../../domain/ids/id.js'
import { parseUnsealed } from '../../domain/messages/sealed-variables.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Provider, ReceiptSink } from '../../ports/provider.js'

/** The provider accounts that this process has open. */
export interface OpenProviders {
  /** Opens the account, or finds it open; a changed account is opened anew. Throws what the adapter throws. */
  get(account: ProviderAccount): Provider
  close(): Promise<void>
}

type Needs = Pick<Ports, 'providers' | 'keyRing'>

/** Where an account's secrets are sealed for; see the port KeyRing. */
export const secretsContext = (accountId: ProviderAccountId): string =>
  `provider_accounts|${accountId}|secrets`

/** Opens providers as they are needed and keeps them open. */
export const openProviders = ({ providers, keyRing }: Needs, sink: ReceiptSink): OpenProviders => {
  const open = new Map<
    ProviderAccountId,
    { readonly account: ProviderAccount; readonly provider: Provider }
  >()
  const retired: Array<Promise<void>> = []

  const secretsOf = (account: ProviderAccount): Readonly<Record<string, string>> => {
    const opened = keyRing.open(account.sealedSecrets, secretsContext(account.providerAccountId))
    if (E.isLeft(opened))
      throw new Error(
        `its secrets are sealed under the key ${opened.left.keyId}, which is not in the key ring`,
      )
    const secrets = parseUnsealed(opened.right)
    if (secrets === undefined) throw new Error(`the secrets of ${account.providerAccountId} are not texts`)
    return secrets
  }

  const openAnew = (account: ProviderAccount): Provider => {
    const opener = providers.find(({ kind }) => kind === account.kind)
    if (opener === undefined) throw new Error(`no adapter opens provider accounts of kind ${account.kind}`)
    const provider = opener.open(account, secretsOf(account), sink)
    open.set(account.providerAccountId, { account, provider })
    return provider
  }

  return {
    get: (account) => {
      const found = open.get(account.providerAccountId)
      if (found === undefined) return openAnew(account)
      const isSame = found.account === account || JSON.stringify(found.account) === JSON.stringify(account)
      if (isSame) {
        if (found.account !== account) open.set(account.providerAccountId, { ...found, account })
        return found.provider
      }
      retired.push(found.provider.close())
      return openAnew(account)
    },
    close: async () => {
      await Promise.all([...retired, ...[...open.values()].map(({ provider }) => provider.close())])
      open.clear()
    },
  }
}
