import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'

/** The engine, and all statements that it gets, except insertions. */
export const listeningTo = (engine: Engine) => {
  const statements: Statement[] = []
  const hear = (list: readonly Statement[]): void => {
    statements.push(...list.filter(({ kind }) => kind === 'filled'))
  }
  const heard: Engine = {
    ...engine,
    read: (list, moment) => {
      hear(list)
      return engine.read(list, moment)
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
        const conclusion = await work(opened, (list) => {
          hear(list)
          return ask(list)
        })
        hear(conclusion.statements)
        return conclusion
      })
    },
  }
  return { heard, statements }
}
