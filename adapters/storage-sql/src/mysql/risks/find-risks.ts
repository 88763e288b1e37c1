import type { StorageRisk } from '@postrider/core/platform/domain/installation/storage-risk'
import type { Driver } from '../../engine/driver.js'
import { readServerFacts } from './facts.js'
import { galeraRisks } from './galera-risks.js'
import { groupRisks } from './group-risks.js'
import { replicaRisks } from './replica-risks.js'
import { serverRisks } from './server-risks.js'

/**
 * Finds unsafe settings of a MySQL or MariaDB server and its cluster (docs/promises#durability). `addresses`
 * is the number of servers in the storage address.
 */
export const findMysqlRisks = async (
  driver: Pick<Driver, 'read'>,
  addresses: number,
): Promise<readonly StorageRisk[]> => {
  const facts = await readServerFacts(driver, addresses)
  return [...serverRisks(facts), ...galeraRisks(facts), ...groupRisks(facts), ...replicaRisks(facts)]
}
