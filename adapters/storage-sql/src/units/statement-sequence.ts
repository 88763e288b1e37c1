import type { ChangeScope } from '@postrider/core/tenancy/domain/catalog-changes'
import type { Change } from '@postrider/core/feed/domain/change'
import type { LockMode } from '@postrider/core/assembly/unit-of-work'
import type { TransactionQuery, Rows, Statement } from '../engine/engine.js'
import type { ChangePart } from '../guards/catalog-parts.js'
import type { ChangedParts } from '../guards/catalog-versions.js'

/**
 * The statements of a unit, in order. Writes wait for the next reading, or for the COMMIT; readings that
 * start together are sent together.
 */
export interface StatementSequence {
  readonly lockMode: LockMode
  read(statements: readonly Statement[]): Promise<readonly Rows[]>
  /** Writes rows that people's rights may depend on. */
  write(...statements: readonly Statement[]): void
  /** Writes rows that no rights depend on. */
  writeApart(...statements: readonly Statement[]): void
  /**
   * Reads after the pending writes, and lets `verify` check before anything is committed: its exceptions undo
   * the unit.
   */
  check(statement: Statement, verify: (rows: Rows) => void): void
  hasWritten(): boolean
  /** Whether `write` was called. */
  touchesRights(): boolean
  /** Records which visible data the writes change: the unit adds all of it to the feed as one change. */
  leave(change: Change): void
  /** The recorded changes. */
  left(): readonly Change[]
  /**
   * Records the scope that the writes affect, and the part of the catalog, if any: once the unit commits,
   * nothing is accepted for that scope on older facts.
   */
  concern(scope: ChangeScope, part?: ChangePart): void
  /** The recorded scopes and parts. */
  concerns(): ChangedParts
  /** The pending statements, to be sent with the COMMIT. */
  rest(): Promise<readonly Statement[]>
}

interface Waiting {
  readonly statement: Statement
  readonly verify?: (rows: Rows) => void
}

export const statementSequenceOf = (lockMode: LockMode, ask: TransactionQuery): StatementSequence => {
  let waiting: Waiting[] = []
  const left: Change[] = []
  const concerns = new Map<ChangeScope, Set<ChangePart>>()
  let hasWritten = false
  let touchesRights = false
  let next: Promise<readonly Rows[]> | undefined

  const sendAll = async (): Promise<readonly Rows[]> => {
    const sent = waiting
    waiting = []
    next = undefined
    const answers = await ask(sent.map(({ statement }) => statement))
    for (const [at, { verify }] of sent.entries()) verify?.(answers[at] ?? [])
    return answers
  }

  const read = async (statements: readonly Statement[]): Promise<readonly Rows[]> => {
    const from = waiting.length
    for (const one of statements.map((statement) => ({ statement }))) waiting.push(one)
    next ??= Promise.resolve().then(sendAll)
    const answers = await next
    return answers.slice(from, from + statements.length)
  }

  const add = (statements: readonly Statement[]): void => {
    for (const one of statements.map((statement) => ({ statement }))) waiting.push(one)
    hasWritten = true
  }

  return {
    lockMode,
    read,
    write: (...statements) => {
      add(statements)
      touchesRights = true
    },
    writeApart: (...statements) => add(statements),
    check: (statement, verify) => {
      waiting.push({ statement, verify })
    },
    hasWritten: () => hasWritten,
    touchesRights: () => touchesRights,
    leave: (change) => {
      left.push(change)
    },
    left: () => left,
    concern: (scope, part) => {
      const parts = concerns.get(scope) ?? new Set()
      if (part !== undefined) parts.add(part)
      concerns.set(scope, parts)
    },
    concerns: () => concerns,
    rest: async () => {
      if (next !== undefined) throw new Error('a reading was not awaited')
      if (waiting.some(({ verify }) => verify !== undefined)) await read([])
      return waiting.map(({ statement }) => statement)
    },
  }
}
