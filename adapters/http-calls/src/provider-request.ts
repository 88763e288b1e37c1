/** A request to a provider, as it is sent. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A provider's response. */
export interface ProviderAnswer {
  readonly status: number
  /** Undefined if it was longer than the limit. */
  readonly body: Uint8Array | undefined
  /** The unchanged value of the header. */
  readonly retryAfter: string | undefined
}
