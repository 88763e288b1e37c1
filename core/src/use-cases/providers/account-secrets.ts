import type { ProviderAccountId } from '../../domain/ids/id.js'
import { parseUnsealed } from '../../domain/messages/sealed-variables.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** Under which name the token of an account's callbacks is sealed beside its secrets; no secret of a kind has it. */
export const CALLBACK_TOKEN = 'postrider.callbackToken'

/** What is sealed for an account. */
export interface AccountSecrets {
  /** By the names of its kind. */
  readonly secrets: Readonly<Record<string, string>>
  /** What callbacks name in their address; undefined where its kind has none, or was sealed before there were any. */
  readonly callbackToken: string | undefined
}

/** Where an account's secrets are sealed for; see the port KeyRing. */
export const secretsContext = (accountId: ProviderAccountId): string =>
  `provider_accounts|${accountId}|secrets`

/** Opens what is sealed for an account; throws what no secret stands in. */
export const openSecrets = (
  { keyRing }: Pick<Ports, 'keyRing'>,
  { providerAccountId, sealedSecrets }: ProviderAccount,
): AccountSecrets => {
  const opened = keyRing.open(sealedSecrets, secretsContext(providerAccountId))
  if (E.isLeft(opened))
    throw new Error(`its secrets are sealed under the key ${opened.left.keyId}, which is not in the key ring`)
  const all = parseUnsealed(opened.right)
  if (all === undefined) throw new Error(`the secrets of ${providerAccountId} are not texts`)
  const { [CALLBACK_TOKEN]: callbackToken, ...secrets } = all
  return { secrets, callbackToken }
}

/** Where a provider reports to: an address that whoever knows it may call for the account. */
export const callbackUrl = (
  publicUrl: string | undefined,
  accountId: ProviderAccountId,
  callbackToken: string | undefined,
): string | undefined =>
  publicUrl === undefined || callbackToken === undefined
    ? undefined
    : `${publicUrl}/callbacks/${accountId}/${callbackToken}`
