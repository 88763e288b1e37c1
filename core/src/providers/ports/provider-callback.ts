import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { ProviderReports } from './provider-reports.js'

/** A provider's request to us. */
export interface ProviderCallback {
  readonly method: 'GET' | 'POST'
  /** As the provider called it, with its query: by the platform's public address, whatever proxies made of it. */
  readonly url: string
  /** Those that the kind wants, under their names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What was not understood, kept for operators: what it is, and what can be kept of it without secrets or what a message says. */
export interface UnreadPart {
  readonly detail: string
  readonly raw: string
}

/** What a callback is found to be. */
export type CallbackVerdict =
  /** Authentic, and a question: answered with this text and 200. */
  | { readonly _tag: 'Reply'; readonly text: string }
  /** Its signature is of something else, or by somebody else. */
  | { readonly _tag: 'Forged' }
  /** Nobody can say at the moment whose it is: the provider is to call again. */
  | { readonly _tag: 'Undecided'; readonly detail: string }
  /** Authentic, and not to be understood. */
  | ({ readonly _tag: 'Unreadable' } & UnreadPart)
  /**
   * What it tells; `ignored`: how many things it tells besides that mean nothing here; `unread`: what of it is not to be
   * understood.
   */
  | ({ readonly _tag: 'Read'; readonly ignored: number; readonly unread?: UnreadPart } & ProviderReports)

/** Reads the callbacks of a kind of provider. */
export interface CallbackReader {
  /** The names of the headers that it looks at, in small letters. */
  readonly wants: readonly string[]
  /** Those that it looks at besides, of one account. */
  readonly wantsBesides?: (account: ProviderAccount) => readonly string[]
  /** What is longer is refused unread. */
  readonly maxBytes: number
  /** Never rejects, and writes nothing; it may fetch what a signature is verified with. `secrets` are the account's, unsealed. */
  read(
    account: ProviderAccount,
    secrets: Readonly<Record<string, string>>,
    callback: ProviderCallback,
  ): Promise<CallbackVerdict>
}
