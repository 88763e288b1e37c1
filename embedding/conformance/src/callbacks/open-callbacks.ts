import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { CallbackReader, ProviderCallback } from '@postrider/core/providers/ports/provider-callback'

/** The secrets of an account, by their names. */
export type KitSecrets = Readonly<Record<string, string>>

/** A kind's callbacks under test. */
export interface CallbacksUnderTest {
  readonly reader: CallbackReader
  readonly account: ProviderAccount
  readonly secrets: KitSecrets
  /**
   * A callback as a provider with these secrets makes it: it reports the status of one message. `text` is
   * included wherever the provider would repeat content of a message, or in an unused field.
   */
  callback(secrets: KitSecrets, text: string): ProviderCallback
  /**
   * For a kind whose provider signs: secrets that include the previous ones of `secrets`, and secrets without
   * those. Absent: only the token in the address proves the caller.
   */
  readonly rotated?: { readonly during: KitSecrets; readonly after: KitSecrets }
  /** Whether the signature also covers the address. */
  readonly signsAddress?: true
  /** Whether the provider signs within the body, with a key that isn't one of the account's secrets. */
  readonly signsWithin?: true
  /**
   * The callback with these bytes and the provider's signature of them; absent if the provider doesn't sign.
   */
  signed?(callback: ProviderCallback): ProviderCallback
}
