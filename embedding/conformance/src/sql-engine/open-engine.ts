import type { Engine, Rows, Statement } from '@postrider/storage-sql/own-engine'
import { makeTables } from './kit-tables.js'

/** An open engine whose database is the test's alone. */
export interface OpenedEngine {
  readonly engine: Engine
  /** Opens a second engine on the same database, as another process would. */
  another(): Promise<Engine>
  /** Closes every engine that was opened here and removes the database. */
  close(): Promise<void>
}

/** Makes an empty database and opens an engine on it. */
export type OpenEngine = () => Promise<OpenedEngine>

/** The engines of the suite that runs now: two processes, as it were, on one database with the tables of the kit. */
export interface EngineUnderTest {
  readonly engine: Engine
  readonly other: Engine
  another(): Promise<Engine>
  /** What statements answer, each by itself. */
  ask(...statements: readonly Statement[]): Promise<readonly Rows[]>
  /** Writes statements, which must be kept. */
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

/** Gives the suite it is called in two engines on one database, in which the tables of the kit are made. */
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
