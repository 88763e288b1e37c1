/** That an account cannot be opened, in a sentence that repeats no secret. */
export const wrongAccount = (sentence: string): Error => new Error(`HTTP SMS account: ${sentence}`)
