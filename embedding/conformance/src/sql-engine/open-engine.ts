import type { Engine, Rows, Statement } from '@postrider/storage-sql/own-engine'
import { makeTables } from './kit-tables.js'

/** An open engine on a database with only the test's own data. */
export interface OpenedEngine {
  readonly engine: Engine
  /** Opens a second engine on the same database, as another process would. */
  another(): Promise<Engine>
  /** Closes all engines opened here and removes the database. */
  close(): Promise<void>
}

/** Creates an empty database and opens an engine on it. */
export type OpenEngine = () => Promise<OpenedEngine>

/**
 * The engines of the current suite: they represent two processes on one database with the tables of the kit.
 */
export interface EngineUnderTest {
  readonly engine: Engine
  readonly other: Engine
  another(): Promise<Engine>
  /** The results of statements, each from its own snapshot. */
  ask(...statements: readonly Statement[]): Promise<readonly Rows[]>
  /** Writes statements, which must be committed. */
  write(...statements: readonly Statement[]): Promise<void>
}

const answered = async (engine: Engine, statements: readonly Statement[]): Promise<readonly Rows[]> => {
  const outcome = await engine.read(statements, 'each')
  if (outcome._tag === 'Right') return outcome.right
  throw new Error(`expected rows, got ${outcome.left.cause}`)
}

const kept = async (engine: Engine, statements: readonly Statement[]): Promise<void> => {
  const outcome = await engine.transact([], () => ({ statements, result: undefined }))
  if (outcome._tag === 'Left') throw new Error(`expected it to be kept, got ${outcome.left.cause}`)
}

/** Gives the calling suite two engines on one database with the tables of the kit. */
export const useEngine = (open: OpenEngine): EngineUnderTest => {
  let opened: OpenedEngine
  let other: Engine
  before(async () => {
    opened = await open()
    await makeTables(opened.engine)
    other = await opened.another()
  })
  after(() => opened.close())
  return {
    get engine() {
      return opened.engine
    },
    get other() {
      return other
    },
    another: () => opened.another(),
    ask: (...statements) => answered(opened.engine, statements),
    write: (...statements) => kept(opened.engine, statements),
  }
}
