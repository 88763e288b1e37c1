import { createConnection, type Connection } from 'mysql2/promise'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import { load } from '../load/load.js'
import { type BenchTenant, freshSends } from '../requests.js'
import type { ServerProcess } from '../server-process.js'
import { type GrowthRound, type GrowthStage, playLeg } from './growth-stage.js'

const ORGANIZATIONS = 10

/** The connections of all others, and of the organization in trouble. */
const CONNECTIONS = 60
const TROUBLED_CONNECTIONS = 4

/** How long an account is locked. */
const HELD_MS = 15_000

/** More requests than a server on two cores handles per second. */
const MOST_PER_SECOND = 10_000

const cellOf = (organizationId: OrganizationId): string => `X'${idCell(organizationId)}'`

/** Makes the database refuse messages of the organization. */
const refuseMessages = (connection: Connection, organizationId: OrganizationId): Promise<unknown> =>
  connection.query(`
    CREATE OR REPLACE TRIGGER refuse_one BEFORE INSERT ON messages FOR EACH ROW
    IF NEW.organization_id = ${cellOf(organizationId)} THEN
      SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 4025, MESSAGE_TEXT = 'a row is refused';
    END IF`)

/** Locks the organization's accounts while work runs. */
const whileHeld = async (
  connection: Connection,
  organizationId: OrganizationId,
  act: () => Promise<void>,
): Promise<void> => {
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
  await connection.query('BEGIN')
  await connection.query(
    `SELECT 1 FROM accounts WHERE organization_id = ${cellOf(organizationId)} FOR UPDATE`,
  )
  try {
    await act()
  } finally {
    await connection.query('ROLLBACK')
  }
}

interface Neighbors {
  readonly server: ServerProcess
  readonly held: BenchTenant
  readonly failing: BenchTenant
  readonly others: readonly BenchTenant[]
  readonly connection: Connection
}

/** The others' rate while one organization sends too, from the first request on. */
const sendNextTo = async (
  stage: GrowthStage,
  round: GrowthRound,
  { server, others }: Neighbors,
  troubled: BenchTenant,
  name: string,
  measureMs: number,
): Promise<void> => {
  const { databasePid, label } = stage
  const most = Math.ceil((MOST_PER_SECOND * measureMs) / 1000)
  const plan = {
    server,
    databasePid,
    connections: CONNECTIONS,
    next: freshSends(others, label()),
    warmUpMs: 0,
  }
  const next = freshSends([troubled], label())
  const aside = { port: server.port, connections: TROUBLED_CONNECTIONS, warmUpMs: 0, measureMs, next }
  await Promise.all([playLeg(stage, round, name, { ...plan, measureMs, most }), load(aside)])
}

/**
 * Measures the others while an organization's account is locked and while its transactions fail, each
 * compared with the same load without trouble.
 */
export const openNeighbors = async (stage: GrowthStage): Promise<(round: GrowthRound) => Promise<void>> => {
  const server = await stage.open(ORGANIZATIONS)
  const [held, failing, ...others] = server.tenants
  if (held === undefined || failing === undefined) throw new Error('there are too few Organizations')
  const connection = await createConnection({ uri: server.variant.storageUrl, multipleStatements: true })
  // A connection that the server closes with its database is no error.
  connection.on('error', () => undefined)
  const of: Neighbors = { server, held, failing, others, connection }
  const { measureMs } = stage.run
  return async (round) => {
    const send = (troubled: BenchTenant, name: string, forMs = measureMs) =>
      sendNextTo(stage, round, of, troubled, name, forMs)
    await send(held, 'others before a held account')
    const heldMs = measureMs < 2_000 || round.isWarmUp ? measureMs : HELD_MS
    await whileHeld(connection, held.organizationId, () =>
      send(held, 'others next to a held account', heldMs),
    )
    // The trigger costs the same for every message. At first it names an organization that doesn't send.
    await refuseMessages(connection, server.penniless?.organizationId ?? held.organizationId)
    await send(failing, 'others before failing transactions')
    await refuseMessages(connection, failing.organizationId)
    await send(failing, 'others next to failing transactions')
    await connection.query('DROP TRIGGER refuse_one')
  }
}
