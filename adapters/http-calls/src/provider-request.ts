/** A request to a provider, as it goes over the wire. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What a provider answered. */
export interface ProviderAnswer {
  readonly status: number
  /** Undefined where it was longer than is read. */
  readonly body: Uint8Array | undefined
  /** Of the header of that name, as it came. */
  readonly retryAfter: string | undefined
}
