import type { ProviderAccountId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import { parseUnsealed } from '../../kernel/messages/sealed-variables.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import { present } from '../../kernel/present.js'

/** How names begin under which something of our own is sealed beside an account's secrets; no secret of a kind is called so. */
export const OWN_NAMES = 'postrider.'

/** Under which name the token of an account's callbacks is sealed. */
export const CALLBACK_TOKEN = `${OWN_NAMES}callbackToken`
const PREVIOUS_TOKEN = `${OWN_NAMES}callbackTokenPrevious`
const PREVIOUS_UNTIL = `${OWN_NAMES}callbackTokenPreviousUntil`

/** How long the token before goes on: what vendors were told with a message they call for a while after it. */
const OVERLAP_MS = DAY_MS

/** What callbacks name in their address: the present one, and for a while the one before. */
export interface CallbackTokens {
  readonly current: string
  readonly previous?: { readonly token: string; readonly untilMs: EpochMs }
}

/** What is sealed for an account. */
export interface AccountSecrets {
  /** By the names of its kind. */
  readonly secrets: Readonly<Record<string, string>>
  /** Undefined where its kind has none, or was sealed before there were any. */
  readonly callbackTokens: CallbackTokens | undefined
}

/** Another token; the present one goes on for a day, and one before it ends at once. */
export const nextTokens = (
  before: CallbackTokens | undefined,
  current: string,
  nowMs: EpochMs,
): CallbackTokens => ({
  current,
  ...(before && { previous: { token: before.current, untilMs: nowMs + OVERLAP_MS } }),
})

/** The tokens by which callbacks are taken at a moment. */
export const tokensAt = (tokens: CallbackTokens | undefined, nowMs: EpochMs): readonly string[] => {
  if (tokens === undefined) return []
  const { current, previous } = tokens
  return previous !== undefined && nowMs < previous.untilMs ? [current, previous.token] : [current]
}

/** Where an account's secrets are sealed for; see the port KeyRing. */
export const secretsContext = (accountId: ProviderAccountId): string =>
  `provider_accounts|${accountId}|secrets`

/** Seals all that is secret of an account. */
export const sealSecrets = (
  { keyRing }: Pick<Ports, 'keyRing'>,
  accountId: ProviderAccountId,
  { secrets, callbackTokens }: AccountSecrets,
  under: KeyId | undefined,
): string => {
  const { current, previous } = callbackTokens ?? {}
  const own = {
    ...present({ [CALLBACK_TOKEN]: current }),
    ...(previous && { [PREVIOUS_TOKEN]: previous.token, [PREVIOUS_UNTIL]: String(previous.untilMs) }),
  }
  return keyRing.seal(JSON.stringify({ ...secrets, ...own }), secretsContext(accountId), under)
}

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
  const { [CALLBACK_TOKEN]: current, [PREVIOUS_TOKEN]: token, [PREVIOUS_UNTIL]: until, ...secrets } = all
  const previous =
    token === undefined || until === undefined ? {} : { previous: { token, untilMs: Number(until) } }
  return { secrets, callbackTokens: current === undefined ? undefined : { current, ...previous } }
}

/** Where a provider reports to: an address that whoever knows it may call for the account. */
export const callbackAddress = (
  publicUrl: string | undefined,
  accountId: ProviderAccountId,
  tokens: CallbackTokens | undefined,
): string | undefined =>
  publicUrl === undefined || tokens === undefined
    ? undefined
    : `${publicUrl}/callbacks/${accountId}/${tokens.current}`
