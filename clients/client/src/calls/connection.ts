/** The error codes of runtimes if no connection was made, so that no byte of a request was sent. */
const UNCONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun's name for ECONNREFUSED.
  'ConnectionRefused',
])

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null | undefined)?.code

/**
 * The code of a `fetch` error that certainly occurred before anything was sent; undefined for every other
 * error.
 */
export const unconnectedCode = (error: unknown): string | undefined => {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  const code = [codeOf(error), codeOf(cause)].find((each) => UNCONNECTED.has(each))
  return code as string | undefined
}
