import type { TextOutput } from '../command-terminal.js'

const SECOND_MS = 1_000

/**
 * Does what may take long: from the second second on it says, where a person looks, what is being done and for how long; to a
 * file or a pipe it says so once.
 */
export const withProgress = async <T>(
  words: TextOutput,
  told: () => string,
  work: () => Promise<T>,
): Promise<T> => {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    if (words.isTTY === true) words.write(`\r\u001b[K${told()} (${seconds} s)`)
    else if (seconds === 1) words.write(`${told()} …\n`)
  }, SECOND_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (words.isTTY === true && seconds > 0) words.write('\r\u001b[K')
  }
}
