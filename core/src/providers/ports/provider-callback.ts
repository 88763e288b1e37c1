import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { UnreadPart } from '../domain/receipts/unreadable-callback.js'
import type { ProviderReports } from './provider-reports.js'

/** A provider's HTTP request to us. */
export interface ProviderCallback {
  readonly method: 'GET' | 'POST'
  /**
   * The URL that the provider called, with its query, based on the platform's public address whatever proxies
   * have changed.
   */
  readonly url: string
  /** The headers that the kind wants, under lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The result of reading a callback. */
export type CallbackVerdict =
  /** Authentic, and a question: the response is this text with status 200. */
  | { readonly _tag: 'Reply'; readonly text: string }
  /** The signature doesn't match the content or the sender. */
  | { readonly _tag: 'Forged' }
  /** The authenticity can't be checked at the moment: the provider should call again. */
  | { readonly _tag: 'Undecided'; readonly detail: string }
  /** Authentic, but not understood. */
  | ({ readonly _tag: 'Unreadable' } & UnreadPart)
  /**
   * The reports in it. `ignored`: how many further items have no meaning here; `unread`: the part that wasn't
   * understood.
   */
  | ({ readonly _tag: 'Read'; readonly ignored: number; readonly unread?: UnreadPart } & ProviderReports)

/** Reads the callbacks of a kind of provider. */
export interface CallbackReader {
  /** The lower-case names of the headers that it needs. */
  readonly wants: readonly string[]
  /** The names of further headers that it needs for one account. */
  readonly wantsBesides?: (account: ProviderAccount) => readonly string[]
  /** Larger bodies are refused unread. */
  readonly maxBytes: number
  /**
   * Never rejects, and writes nothing; it may fetch data to verify a signature. `secrets` are the account's,
   * unsealed.
   */
  read(
    account: ProviderAccount,
    secrets: Readonly<Record<string, string>>,
    callback: ProviderCallback,
  ): Promise<CallbackVerdict>
}
