// Shows the current work on standard error. On a terminal it is one changing line; otherwise it is a line per
// step, and one every ten seconds while a step lasts.
const ON_TERMINAL_MS = 250
const ELSEWHERE_MS = 10_000
const CLEAR_LINE = '\r\u001B[2K'

const secondsSince = (ms) => `${Math.round((performance.now() - ms) / 1000)} s`

/** `describe()` returns the current work; it may change between two calls. */
export const startProgress = (describe, out = process.stderr) => {
  const isTerminal = out.isTTY === true
  const beginMs = performance.now()
  const width = () => Math.max(20, (out.columns ?? 80) - 1)
  const line = () => `${describe()} (${secondsSince(beginMs)})`
  const show = () => out.write(isTerminal ? `${CLEAR_LINE}${line().slice(0, width())}` : `${line()}\n`)
  const timer = setInterval(show, isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS)
  return {
    /** A new step has started. */
    step: show,
    /** Prints a line of other output above the current work. */
    say: (text) => out.write(`${isTerminal ? CLEAR_LINE : ''}${text}\n`),
    /** Replaces the current work with `text`. */
    end: (text) => {
      clearInterval(timer)
      if (isTerminal) out.write(CLEAR_LINE)
      if (text !== undefined) out.write(`${text} (${secondsSince(beginMs)})\n`)
    },
  }
}
