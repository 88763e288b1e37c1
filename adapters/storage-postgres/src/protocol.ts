import type { Cells, Rows, Send, ServerProtocol, Statement } from '@postrider/storage-sql/own-engine'
import { classifyPostgresError } from './classify-error.js'
import { cutPostgres, type PostgresConnection } from './connections.js'
import { renderPostgres } from './render.js'

const ONE_MOMENT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

interface Answer {
  readonly command: string
  readonly rows: readonly Cells[]
}

/** Sends a text of several statements; every result comes back in order. */
const send = async (connection: PostgresConnection, text: string): Promise<readonly Answer[]> => {
  const answered: unknown = await connection.query({ text, rowMode: 'array' })
  return (Array.isArray(answered) ? answered : [answered]) as readonly Answer[]
}

const textsOf = (statements: readonly Statement[]): readonly string[] => statements.map(renderPostgres)

/**
 * Sends statements between others whose results are ignored, and returns the result of each: a statement
 * without text has none.
 */
const sayAll = async (
  say: Send<readonly Answer[]>,
  before: readonly string[],
  statements: readonly Statement[],
  after: readonly string[] = [],
): Promise<readonly Rows[]> => {
  const texts = textsOf(statements)
  const sent = [...before, ...texts.filter((text) => text !== ''), ...after]
  if (sent.length === 0) return texts.map(() => [])
  const answers = (await say(sent.join(';'))).slice(before.length)
  let at = 0
  return texts.map((text) => (text === '' ? [] : (answers[at++]?.rows ?? [])))
}

/** Runs statements on a connection, outside a transaction, and returns the rows of each. */
export const askPostgres = (
  connection: PostgresConnection,
  statements: readonly Statement[],
): Promise<readonly Rows[]> => sayAll((text) => send(connection, text), [], statements)

/** After an error, the server responds to COMMIT with a rollback. */
const committed = (answer: Answer | undefined): void => {
  if (answer?.command !== 'COMMIT') throw new Error('the transaction ended otherwise than by its COMMIT')
}

const session: ServerProtocol<PostgresConnection, readonly Answer[]>['session'] = (_connection, say) => {
  const end = async (
    before: readonly string[],
    statements: readonly Statement[],
    afterwards: readonly Statement[],
  ): Promise<readonly Rows[]> => {
    const transaction = [...before, ...textsOf(statements).filter((text) => text !== ''), 'COMMIT']
    const answers = await say([...transaction, ...textsOf(afterwards)].join(';'))
    committed(answers[transaction.length - 1])
    return answers.slice(transaction.length).map(({ rows }) => rows)
  }
  return {
    begin: (statements) => sayAll(say, ['BEGIN'], statements),
    ask: (statements) => sayAll(say, [], statements),
    commit: async (statements) => {
      await end([], statements, [])
    },
    whole: (statements, afterwards) => end(['BEGIN'], statements, afterwards),
  }
}

/** The texts of transactions and readings, and how pg's results are read. */
export const postgresProtocol: ServerProtocol<PostgresConnection, readonly Answer[]> = {
  send,
  session,
  read: (say, statements, moment) =>
    moment === 'one' ? sayAll(say, [ONE_MOMENT], statements, ['COMMIT']) : sayAll(say, [], statements),
  classify: classifyPostgresError,
  cut: cutPostgres,
}
