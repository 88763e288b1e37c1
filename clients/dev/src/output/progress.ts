import type { TextOutput } from '../command-terminal.js'

const SECOND_MS = 1_000

/**
 * Runs long work. From the second second on it shows on a terminal what is done and for how long. In a file
 * or a pipe it writes one line.
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
