import { E } from '@postrider/core/fp'
import type { Engine } from './engine.js'

/** Makes the engine close in order: calls in progress finish first, and later calls get an error. */
export const closingInOrder = (engine: Engine): Engine => {
  const underWay = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined
  const track = <A>(work: Promise<A>): Promise<A> => {
    const ended = work.then(
      () => undefined,
      () => undefined,
    )
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
    return work
  }
  const refused = { _tag: 'StorageUnavailable', cause: 'the storage is closed' } as const
  const end = async (): Promise<void> => {
    await Promise.all(underWay)
    await engine.close()
  }
  return {
    ...engine,
    transact: (gather, judge) =>
      closed === undefined ? track(engine.transact(gather, judge)) : Promise.resolve(E.left(refused)),
    transaction: (opening, work) =>
      closed === undefined ? track(engine.transaction(opening, work)) : Promise.resolve(E.left(refused)),
    write: (...given) =>
      closed === undefined ? track(engine.write(...given)) : Promise.resolve(E.right(undefined)),
    read: (statements, moment) =>
      closed === undefined ? track(engine.read(statements, moment)) : Promise.resolve(E.left(refused)),
    serverName: () =>
      closed === undefined ? track(engine.serverName()) : Promise.reject(new Error(refused.cause)),
    risks: () => (closed === undefined ? track(engine.risks()) : Promise.reject(new Error(refused.cause))),
    timeMs: () => (closed === undefined ? track(engine.timeMs()) : Promise.reject(new Error(refused.cause))),
    migrating: (work) =>
      closed === undefined ? track(engine.migrating(work)) : Promise.reject(new Error(refused.cause)),
    close: () => (closed ??= end()),
  }
}
