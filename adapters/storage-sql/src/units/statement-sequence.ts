import type { Hold } from '@postrider/core/ports/storage/unit-of-work'
import type { Ask, Rows, Statement } from '../engine/engine.js'

/**
 * What a unit says to the database, in the order it was said. Writings wait for the next reading, or for the COMMIT;
 * readings that are asked for together travel together.
 */
export interface Script {
  readonly hold: Hold
  read(statements: readonly Statement[]): Promise<readonly Rows[]>
  write(...statements: readonly Statement[]): void
  /** Reads where the writings stand, and lets `heed` judge before anything is kept: what it throws undoes the unit. */
  check(statement: Statement, heed: (rows: Rows) => void): void
  hasWritten(): boolean
  /** What still waits, to be said with the COMMIT. */
  rest(): Promise<readonly Statement[]>
}

interface Waiting {
  readonly statement: Statement
  readonly heed?: (rows: Rows) => void
}

export const scriptOf = (hold: Hold, ask: Ask): Script => {
  let waiting: Waiting[] = []
  let hasWritten = false
  let next: Promise<readonly Rows[]> | undefined

  const sayAll = async (): Promise<readonly Rows[]> => {
    const said = waiting
    waiting = []
    next = undefined
    const answers = await ask(said.map(({ statement }) => statement))
    for (const [at, { heed }] of said.entries()) heed?.(answers[at] ?? [])
    return answers
  }

  const read = async (statements: readonly Statement[]): Promise<readonly Rows[]> => {
    const from = waiting.length
    waiting.push(...statements.map((statement) => ({ statement })))
    next ??= Promise.resolve().then(sayAll)
    const answers = await next
    return answers.slice(from, from + statements.length)
  }

  return {
    hold,
    read,
    write: (...statements) => {
      waiting.push(...statements.map((statement) => ({ statement })))
      hasWritten = true
    },
    check: (statement, heed) => {
      waiting.push({ statement, heed })
    },
    hasWritten: () => hasWritten,
    rest: async () => {
      if (next !== undefined) throw new Error('a reading was not awaited')
      if (waiting.some(({ heed }) => heed !== undefined)) await read([])
      return waiting.map(({ statement }) => statement)
    },
  }
}
