import type { ErasableBook } from '@postrider/core/ports/storage/unit-of-work'
import type { Cells } from '../cells/cell.js'
import type { Rows } from '../engine/engine.js'
import type { Filled } from '../engine/template.js'
import type { Script } from './statement-sequence.js'
import type { Shelf } from './table-gateway.js'

/** A book, and what its kind may need besides. */
export interface OpenBook<K, R> extends ErasableBook<K, R> {
  /** The records that a statement of the table's columns finds, held if it holds them. */
  search(statement: Filled): Promise<readonly R[]>
}

/** The shelf's records inside the unit. */
export const bookOf = <K, R>(script: Script, shelf: Shelf<K, R>): OpenBook<K, R> => {
  /** Keys of records that were met or added here: they are there. */
  const met = new Set<string>()
  const changing = (): void => {
    if (shelf.isBelieved && script.hold === 'shared')
      throw new Error(`${shelf.name} is believed by others: only an exclusive unit changes it`)
  }
  const meet = (rows: Rows): readonly R[] => {
    for (const row of rows) met.add(shelf.keyIn(row).join())
    return rows.map(shelf.of)
  }
  const search = async (statement: Filled): Promise<readonly R[]> => {
    const [rows = []] = await script.read([statement])
    return meet(rows)
  }
  const mustBeThere = (key: Cells): void => {
    if (met.has(key.join())) return
    script.check(shelf.find(key), (rows) => {
      if (rows.length === 0) throw new Error(`nothing of ${shelf.name} is there to be replaced`)
    })
  }
  return {
    search,
    lock: async (key) => {
      const cells = shelf.keyCells(key)
      const [rows = []] = await script.read([shelf.lock(cells)])
      // The database may take a key with a space at its end for the same.
      return meet(rows.filter((row) => shelf.keyIn(row).join() === cells.join()))[0]
    },
    add: (record) => {
      changing()
      const cells = shelf.cells(record)
      script.write(shelf.insert(cells))
      met.add(shelf.keyIn(cells).join())
    },
    replace: (record) => {
      changing()
      const cells = shelf.cells(record)
      mustBeThere(shelf.keyIn(cells))
      script.write(shelf.update(cells))
    },
    remove: (key) => {
      changing()
      const cells = shelf.keyCells(key)
      script.write(shelf.remove(cells))
      met.delete(cells.join())
    },
  }
}
