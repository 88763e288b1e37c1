/** What `fetch` needs of a response; what every platform's has. */
export interface FetchedResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The part of `fetch` that is used; `globalThis.fetch` by default. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly signal: AbortSignal
    readonly redirect: 'manual'
  },
) => Promise<FetchedResponse>
