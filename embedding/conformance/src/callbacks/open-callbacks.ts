import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { CallbackReader, ProviderCallback } from '@postrider/core/providers/ports/provider-callback'

/** The secrets of an account, by their names. */
export type KitSecrets = Readonly<Record<string, string>>

/** A kind's callbacks that a test has in its hands. */
export interface CallbacksUnderTest {
  readonly reader: CallbackReader
  readonly account: ProviderAccount
  readonly secrets: KitSecrets
  /**
   * A callback as the provider makes it who knows these secrets: it tells of one message what became of it. It says `text`
   * wherever the provider would repeat what a message says, or in a field that nobody asked for.
   */
  callback(secrets: KitSecrets, text: string): ProviderCallback
  /**
   * For a kind whose provider signs: secrets whose previous ones are those of `secrets`, and secrets without these. Absent:
   * the token of the address alone proves who calls.
   */
  readonly rotated?: { readonly during: KitSecrets; readonly after: KitSecrets }
  /** Whether the signature is over the address as well. */
  readonly signsAddress?: true
  /** That the provider signs within the body, by a key that is no secret of the account's. */
  readonly signsWithin?: true
  /** The callback with these bytes as the provider would sign them, whatever they say; absent where nobody signs. */
  signed?(callback: ProviderCallback): ProviderCallback
}
