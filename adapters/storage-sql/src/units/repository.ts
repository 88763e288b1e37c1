import { type ChangeScope, concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import type { Change } from '@postrider/core/feed/domain/change'
import type { ErasableRepository, Repository } from '@postrider/core/kernel/ports/repository'
import type { Cells } from '../cells/cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import type { Filled } from '../engine/template.js'
import type { StatementSequence } from './statement-sequence.js'
import type { TableGateway } from './table-gateway.js'

/** A repository, with the additional method that some kinds need. */
export interface OpenRepository<K, R> extends ErasableRepository<K, R> {
  /** The records that a statement with the table's columns finds; locked if it locks them. */
  search(statement: Filled): Promise<readonly R[]>
}

/** The gateway's records inside the unit. */
export const repositoryOf = <K, R>(
  sequence: StatementSequence,
  gateway: TableGateway<K, R>,
): OpenRepository<K, R> => {
  /** The scope of each record that was read or added here, by its key: such a record exists. */
  const met = new Map<string, ChangeScope>()
  const write = (written: Statement, scope: ChangeScope): void => {
    if (gateway.holdsRights) sequence.write(written)
    else sequence.writeApart(written)
    if (gateway.isForSending) sequence.concern(scope, gateway.changePart)
  }
  const changing = (): void => {
    if (gateway.isVersioned && sequence.lockMode === 'shared')
      throw new Error(`${gateway.name} is versioned by the epoch: only an exclusive unit changes it`)
  }
  const meet = (rows: Rows): readonly R[] => {
    const records = rows.map(gateway.of)
    for (const [at, record] of records.entries())
      met.set(gateway.keyIn(rows[at] ?? []).join(), concernedBy(record))
    return records
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
      // The database may treat a key with a trailing space as equal, so keys are compared again.
      return meet(rows.filter((row) => gateway.keyIn(row).join() === cells.join()))[0]
    },
    add: (record) => {
      changing()
      const cells = gateway.cells(record)
      write(gateway.insert(cells), concernedBy(record))
      met.set(gateway.keyIn(cells).join(), concernedBy(record))
    },
    replace: (record) => {
      changing()
      const cells = gateway.cells(record)
      mustBeThere(gateway.keyIn(cells))
      write(gateway.update(cells), concernedBy(record))
    },
    remove: (key) => {
      changing()
      const cells = gateway.keyCells(key)
      write(gateway.remove(cells), met.get(cells.join()) ?? 'everyone')
      met.delete(cells.join())
    },
  }
}

/** The gateway's records inside the unit, if writing one changes what people see. */
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
