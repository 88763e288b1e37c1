import knexLibrary, { type Knex } from 'knex'
import { encodeId } from '@postrider/core/kernel/ids/id'
import { say } from '../say.js'

const columnsOf = async (knex: Knex): Promise<readonly string[]> => {
  const [rows] = (await knex.raw(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'messages'",
  )) as [ReadonlyArray<{ readonly name: string }>]
  return rows.map(({ name }) => name)
}

/** A copy has its own identifier, recipient and reference, all derived from the original's identifier. */
const OWN: Readonly<Record<string, string>> = {
  id: 'UNHEX(CONCAT(LEFT(HEX(id), 12), RIGHT(MD5(CONCAT(HEX(id), ?)), 20)))',
  recipient: "CONCAT(LEFT(recipient, 5), LPAD(CRC32(CONCAT(HEX(id), ?)) MOD 100000000, 8, '0'))",
  client_reference: "CONCAT('order-', MD5(CONCAT(HEX(id), ?)))",
}

/**
 * Copies messages within the database until it has this number: a million through the API would take longer
 * than the measurement. Nothing else knows the copies, so the recipient index must be rebuilt.
 */
export const growMessages = async (storageUrl: string, wanted: number): Promise<void> => {
  const knex = knexLibrary({ client: 'mysql2', connection: storageUrl })
  try {
    const columns = await columnsOf(knex)
    const values = columns.map((name) => OWN[name] ?? name)
    for (let round = 1; ; round += 1) {
      const [row] = await knex('messages').count<Array<{ n: number }>>({ n: '*' })
      const present = row?.n ?? 0
      if (present >= wanted) return
      say(`${present} messages are copied`)
      const most = Math.min(present, wanted - present)
      const salts = values.filter((value) => value.includes('?')).map(() => `${round}`)
      await knex.raw(
        `INSERT INTO messages (${columns.join(', ')}) SELECT ${values.join(', ')} FROM messages LIMIT ${most}`,
        salts,
      )
    }
  } finally {
    await knex.destroy()
  }
}

/** The search texts of messages. */
export interface SearchTexts {
  readonly recipient: readonly string[]
  readonly messageId: readonly string[]
  readonly clientReference: readonly string[]
}

/** The search texts of this number of messages from all parts of the table. */
export const pickTexts = async (storageUrl: string, count: number): Promise<SearchTexts> => {
  const knex = knexLibrary({ client: 'mysql2', connection: storageUrl })
  try {
    const rows = await knex('messages')
      .select<Array<{ id: Buffer; recipient: string; client_reference: string }>>(
        'id',
        'recipient',
        'client_reference',
      )
      .orderByRaw('CRC32(id)')
      .limit(count)
    return {
      recipient: rows.map(({ recipient }) => recipient),
      messageId: rows.map(({ id }) => encodeId('msg', id)),
      clientReference: rows.map(({ client_reference: reference }) => reference),
    }
  } finally {
    await knex.destroy()
  }
}
