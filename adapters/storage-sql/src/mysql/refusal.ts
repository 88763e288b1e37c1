import type { Connection } from 'mysql2'
import { queryRows, shownValues } from './query-rows.js'

const NAMES = ['read_only', 'super_read_only', 'wsrep_on', 'group_replication_group_name']

/** SELECT command denied, table doesn't exist. */
const UNREADABLE = new Set([1142, 1044, 1146])

/** Without a majority of its group, a member accepts statements but its commits wait. */
const GROUP = `
  SELECT SUM(MEMBER_STATE IN ('ONLINE', 'RECOVERING')) AS reachable, COUNT(*) AS members
  FROM performance_schema.replication_group_members`

/**
 * If this user can't read the group's tables, the group is trusted: `read_only` still distinguishes a
 * secondary from a primary.
 */
const lacksMajority = async (connection: Connection): Promise<boolean> => {
  try {
    const [group] = await queryRows<{ readonly reachable: unknown; readonly members: unknown }>(
      connection,
      GROUP,
    )
    return Number(group?.reachable) * 2 <= Number(group?.members)
  } catch (error) {
    if (UNREADABLE.has(Number((error as { readonly errno?: unknown }).errno))) return false
    throw error
  }
}

const isOn = (value: string | undefined): boolean => value !== undefined && value !== 'OFF' && value !== '0'

/** Why the server accepts no writes at the moment; undefined: it accepts them. */
export const mysqlRefusal = async (connection: Connection): Promise<string | undefined> => {
  const values = await shownValues(connection, 'GLOBAL VARIABLES', NAMES)
  if (isOn(values.get('super_read_only')) || isOn(values.get('read_only'))) return 'the server is read-only'
  if (isOn(values.get('wsrep_on'))) {
    const status = await shownValues(connection, 'GLOBAL STATUS', ['wsrep_ready'])
    if (status.get('wsrep_ready') !== 'ON') return 'the node is not ready (wsrep_ready)'
  }
  if ((values.get('group_replication_group_name') ?? '') !== '' && (await lacksMajority(connection)))
    return 'the member has lost the majority of its group'
  return undefined
}
