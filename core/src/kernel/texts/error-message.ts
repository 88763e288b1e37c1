/** A thing that was thrown, in its own words. */
export const errorMessage = (cause: unknown): string =>
  cause instanceof Error ? cause.message : 'no error object'
