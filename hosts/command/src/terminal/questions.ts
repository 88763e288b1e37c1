import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks a person at the terminal, or reads the answers line by line from piped input. */
export interface Questions {
  /** The trimmed answer; undefined if the input has ended. */
  ask(question: string): Promise<string | undefined>
  /** As `ask`, but hides the input and returns it unchanged. */
  askSecretly(question: string): Promise<string | undefined>
  /** Whether the answer is "yes", written out. */
  confirm(question: string): Promise<boolean>
  close(): void
}

/** Typed or piped input. */
export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/** The lines of the input, one after another. */
const linesOf = (reader: Interface) => {
  const lines = reader[Symbol.asyncIterator]()
  return async (): Promise<string | undefined> => {
    const next = await lines.next()
    return next.done === true ? undefined : next.value
  }
}

/** Questions are written to standard error: standard output is only for the result. */
export const createQuestions = (input: Input, output: NodeJS.WritableStream): Questions => {
  let isHidden = false
  const shown = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const reader = createInterface({ input, output: shown, terminal: input.isTTY === true, historySize: 0 })
  const line = linesOf(reader)
  const askRaw = async (question: string): Promise<string | undefined> => {
    output.write(question)
    const answer = await line()
    // Piped input isn't echoed, so the line has to be ended here.
    if (input.isTTY !== true) output.write('\n')
    return answer
  }
  const ask = async (question: string): Promise<string | undefined> => (await askRaw(question))?.trim()
  return {
    ask,
    askSecretly: async (question) => {
      output.write(question)
      isHidden = true
      try {
        return await line()
      } finally {
        isHidden = false
        output.write('\n')
      }
    },
    confirm: async (question) => (await ask(`${question} Type yes to continue: `)) === 'yes',
    close: () => reader.close(),
  }
}
