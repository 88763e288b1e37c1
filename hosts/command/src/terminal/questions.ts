import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks a person who sits before the terminal, or reads the answers line by line from what is piped in. */
export interface Questions {
  /** The answer without spaces around it; undefined where the input has ended. */
  ask(question: string): Promise<string | undefined>
  /** As `ask`, but hides the input and returns it unchanged. */
  askSecretly(question: string): Promise<string | undefined>
  /** Whether the answer is "yes", written out. */
  confirm(question: string): Promise<boolean>
  close(): void
}

/** What is typed, or piped in. */
export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/** Lines of the input, one after the other. */
const linesOf = (reader: Interface) => {
  const lines = reader[Symbol.asyncIterator]()
  return async (): Promise<string | undefined> => {
    const next = await lines.next()
    return next.done === true ? undefined : next.value
  }
}

/** Questions go to the error output: the standard output is for what was asked for. */
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
    // What is piped in is not echoed: nobody else ends the line.
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
