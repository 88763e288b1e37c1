import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'

/** The engine, and all that it is told but insertions. */
export const listeningTo = (engine: Engine) => {
  const said: Statement[] = []
  const hear = (statements: readonly Statement[]): void => {
    said.push(...statements.filter(({ kind }) => kind === 'filled'))
  }
  const heard: Engine = {
    ...engine,
    read: (statements, moment) => {
      hear(statements)
      return engine.read(statements, moment)
    },
    transact: (gather, judge) => {
      hear(gather)
      return engine.transact(gather, (gathered) => {
        const writing = judge(gathered)
        hear(writing.statements)
        return writing
      })
    },
    transaction: (opening, work) => {
      hear(opening)
      return engine.transaction(opening, async (opened, ask) => {
        const conclusion = await work(opened, (statements) => {
          hear(statements)
          return ask(statements)
        })
        hear(conclusion.statements)
        return conclusion
      })
    },
  }
  return { heard, said }
}
