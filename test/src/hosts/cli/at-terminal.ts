import { PassThrough, Writable } from 'node:stream'

const END_OF_INPUT = '\u0004'

/** A simulated person at a terminal, who answers each question after it appears and then ends the input. */
export interface AtTerminal {
  readonly input: PassThrough & { readonly isTTY: true }
  readonly output: Writable
  /** The terminal output so far. */
  readonly shown: () => string
  /** The number of questions so far. */
  readonly questions: () => number
}

/** The input of a person who aborts with Ctrl-C. */
export const INTERRUPT = '\u0003'

/** Questions end like this, with the default answer in brackets. */
const QUESTION = /: $/

/** Gives these answers. By default the input then ends (Ctrl-D). */
export const atTerminal = (answers: readonly string[], end = END_OF_INPUT): AtTerminal => {
  const input = Object.assign(new PassThrough(), { isTTY: true as const })
  const left = [...answers]
  let shown = ''
  let questions = 0
  const answer = (): void => {
    const next = left.shift()
    input.write(next === undefined ? end : `${next}\r`)
  }
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const text = chunk.toString()
      shown += text
      if (QUESTION.test(text)) {
        questions += 1
        setImmediate(answer)
      }
      done()
    },
  })
  return { input, output, shown: () => shown, questions: () => questions }
}
