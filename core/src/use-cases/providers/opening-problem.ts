/** What an account cannot be read for: the sentence that its reading throws; undefined where it can be. */
export const openingProblem = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'the account cannot be read'
  }
}
