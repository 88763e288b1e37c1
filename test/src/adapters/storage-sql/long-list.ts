import type { Cell } from '@postrider/storage-sql/cells/cell'
import type { Engine, Statement } from '@postrider/storage-sql/engine/engine'
import { insertInto, table } from '@postrider/storage-sql/engine/insertion'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'

const AT_ONCE = 1_000

const addAccounts = insertInto(
  table('accounts', [
    'organization_id x',
    'environment',
    'currency',
    'posted',
    'reserved',
    'version',
    'head_digest x',
    'last_event_at',
  ]),
)
const addEntries = insertInto(
  table('outbox', ['message_id x', 'organization_id x', 'lane', 'due_at', 'publications', 'listed_at']),
)

const idOf = (kind: string, at: number): string =>
  Buffer.from(`${kind}${`${at}`.padStart(15, '0')}`).toString('hex')

/** The bytes of an Organization of the list. */
export const organizationCell = (at: number): string => idOf('o', at)

/** Writes this number of rows, in portions. */
const write = async (
  engine: Engine,
  insert: (cells: readonly Cell[]) => Statement,
  rows: number,
  row: (at: number) => readonly Cell[],
): Promise<void> => {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const cells = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => row(from + at)).flat()
    await right(async () => engine.transact([], () => ({ statements: [insert(cells)], result: undefined })))
  }
}

/** A list of this number of messages of these Organizations, all of them due, without any other records. */
export const fillList = async (engine: Engine, rows: number, organizations: number): Promise<void> => {
  await engine.knex('outbox').delete()
  await engine.knex('accounts').delete()
  await write(engine, addAccounts, organizations, (at) => [
    idOf('o', at),
    'test',
    'INR',
    1,
    1,
    1,
    '00'.repeat(32),
    NOW_MS,
  ])
  await write(engine, addEntries, rows, (at) => [
    idOf('m', at),
    idOf('o', at % organizations),
    'transactional',
    NOW_MS - rows + at,
    0,
    NOW_MS,
  ])
}
