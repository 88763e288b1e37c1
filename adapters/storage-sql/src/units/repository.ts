import type { Change } from '@postrider/core/domain/feed/change'
import type { ErasableRepository, Repository } from '@postrider/core/ports/storage/repository'
import type { Cells } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import type { Filled } from '../engine/template.js'
import type { StatementSequence } from './statement-sequence.js'
import type { TableGateway } from './table-gateway.js'

/** A repository, and what its kind may need besides. */
export interface OpenRepository<K, R> extends ErasableRepository<K, R> {
  /** The records that a statement of the table's columns finds, locked if it locks them. */
  search(statement: Filled): Promise<readonly R[]>
}

/** The gateway's records inside the unit. */
export const repositoryOf = <K, R>(
  sequence: StatementSequence,
  gateway: TableGateway<K, R>,
): OpenRepository<K, R> => {
  /** Keys of records that were met or added here: they are there. */
  const met = new Set<string>()
  const changing = (): void => {
    if (gateway.isVersioned && sequence.lockMode === 'shared')
      throw new Error(`${gateway.name} is versioned by the epoch: only an exclusive unit changes it`)
  }
  const meet = (rows: Rows): readonly R[] => {
    for (const row of rows) met.add(gateway.keyIn(row).join())
    return rows.map(gateway.of)
  }
  const search = async (statement: Filled): Promise<readonly R[]> => {
    const [rows = []] = await sequence.read([statement])
    return meet(rows)
  }
  const mustBeThere = (key: Cells): void => {
    if (met.has(key.join())) return
    sequence.check(gateway.find(key), (rows) => {
      if (rows.length === 0) throw new Error(`nothing of ${gateway.name} is there to be replaced`)
    })
  }
  return {
    search,
    lock: async (key) => {
      const cells = gateway.keyCells(key)
      const [rows = []] = await sequence.read([gateway.lock(cells)])
      // The database may take a key with a space at its end for the same.
      return meet(rows.filter((row) => gateway.keyIn(row).join() === cells.join()))[0]
    },
    add: (record) => {
      changing()
      const cells = gateway.cells(record)
      sequence.write(gateway.insert(cells))
      met.add(gateway.keyIn(cells).join())
    },
    replace: (record) => {
      changing()
      const cells = gateway.cells(record)
      mustBeThere(gateway.keyIn(cells))
      sequence.write(gateway.update(cells))
    },
    remove: (key) => {
      changing()
      const cells = gateway.keyCells(key)
      sequence.write(gateway.remove(cells))
      met.delete(cells.join())
    },
  }
}

/** The gateway's records inside the unit, where whoever writes one changes what people see. */
export const leavingRepository = <K, R>(
  sequence: StatementSequence,
  gateway: TableGateway<K, R>,
  changeOf: (record: R) => Change,
): Repository<K, R> => {
  const { lock, add, replace } = repositoryOf(sequence, gateway)
  const leaving = (write: (record: R) => void) => (record: R) => {
    sequence.leave(changeOf(record))
    write(record)
  }
  return { lock, add: leaving(add), replace: leaving(replace) }
}
