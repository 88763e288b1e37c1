import type { ProviderAccountId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import { parseUnsealed } from '../../kernel/messages/sealed-variables.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { DAY_MS, type EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import { present } from '../../kernel/present.js'

/**
 * The prefix of names for our own values that are sealed together with an account's secrets; secrets of a
 * kind can't use it.
 */
export const OWN_NAMES = 'postrider.'

/** The name of the token of an account's callbacks. */
export const CALLBACK_TOKEN = `${OWN_NAMES}callbackToken`
const PREVIOUS_TOKEN = `${OWN_NAMES}callbackTokenPrevious`
const PREVIOUS_UNTIL = `${OWN_NAMES}callbackTokenPreviousUntil`

/**
 * How long the previous token stays valid: vendors keep calling the URL that they were given with a message
 * for a while.
 */
const OVERLAP_MS = DAY_MS

/** The tokens in callback URLs: the present one, and for a while the previous one. */
export interface CallbackTokens {
  readonly current: string
  readonly previous?: { readonly token: string; readonly untilMs: EpochMs }
}

/** The sealed values of an account. */
export interface AccountSecrets {
  /** Under the names of its kind. */
  readonly secrets: Readonly<Record<string, string>>
  /** Undefined if its kind has no callbacks, or if it was sealed before they existed. */
  readonly callbackTokens: CallbackTokens | undefined
}

/** Replaces the token; the present one stays valid for a day, and an older one ends immediately. */
export const nextTokens = (
  before: CallbackTokens | undefined,
  current: string,
  nowMs: EpochMs,
): CallbackTokens => ({
  current,
  ...(before && { previous: { token: before.current, untilMs: nowMs + OVERLAP_MS } }),
})

/** The callback tokens that are accepted at a moment. */
export const tokensAt = (tokens: CallbackTokens | undefined, nowMs: EpochMs): readonly string[] => {
  if (tokens === undefined) return []
  const { current, previous } = tokens
  return previous !== undefined && nowMs < previous.untilMs ? [current, previous.token] : [current]
}

/** The place that an account's secrets are sealed for; see the port KeyRing. */
export const secretsContext = (accountId: ProviderAccountId): string =>
  `provider_accounts|${accountId}|secrets`

/** Seals all secret values of an account. */
export const sealSecrets = (
  { keyRing }: { readonly keyRing: KeyRing },
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

/** Opens the sealed values of an account; errors contain no secret. */
export const openSecrets = (
  { keyRing }: { readonly keyRing: KeyRing },
  { providerAccountId, sealedSecrets }: ProviderAccount,
): AccountSecrets => {
  const opened = keyRing.open(sealedSecrets, secretsContext(providerAccountId))
  if (E.isLeft(opened))
    throw new Error(
      `its secrets are encrypted with the key ${opened.left.keyId}, which is not in the key ring`,
    )
  const all = parseUnsealed(opened.right)
  if (all === undefined) throw new Error(`the secrets of ${providerAccountId} are not texts`)
  const { [CALLBACK_TOKEN]: current, [PREVIOUS_TOKEN]: token, [PREVIOUS_UNTIL]: until, ...secrets } = all
  const previous =
    token === undefined || until === undefined ? {} : { previous: { token, untilMs: Number(until) } }
  return { secrets, callbackTokens: current === undefined ? undefined : { current, ...previous } }
}

/** The URL for a provider's reports; anyone who knows it can call it for the account. */
export const callbackAddress = (
  publicUrl: string | undefined,
  accountId: ProviderAccountId,
  tokens: CallbackTokens | undefined,
): string | undefined =>
  publicUrl === undefined || tokens === undefined
    ? undefined
    : `${publicUrl}/callbacks/${accountId}/${tokens.current}`
