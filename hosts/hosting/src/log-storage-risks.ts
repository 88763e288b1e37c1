import { type StorageRisks, toleratedRisks } from '@postrider/core/domain/installation/storage-risk'
import type { HostLog } from './host-log.js'

/** Writes a line for each risk with which the service starts all the same. */
export const logStorageRisks = (log: HostLog, found: StorageRisks): void => {
  for (const { problem, fix, losesWrites } of toleratedRisks(found))
    log.warn({ problem, fix, losesWrites }, 'unsafe storage')
}
