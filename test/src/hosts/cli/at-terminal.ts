import { PassThrough, Writable } from 'node:stream'

const END_OF_INPUT = '\u0004'

/** A person before a terminal, who answers each question once it is asked, and then ends in their own way. */
export interface AtTerminal {
  readonly input: PassThrough & { readonly isTTY: true }
  readonly output: Writable
  /** What the terminal shows so far. */
  readonly shown: () => string
  /** How many questions were asked. */
  readonly questions: () => number
}

/** How the person ends who has no answer left. */
export const INTERRUPT = '\u0003'

/** Questions end like this, with what is taken for no answer in brackets. */
const QUESTION = /: $/

/** Sits down with these answers; without another word the input ends with them (Ctrl-D). */
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
