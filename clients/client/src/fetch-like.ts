/** The used part of a response, which every platform provides. */
export interface FetchedResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The used part of `fetch`. Default: `globalThis.fetch`. */
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
