import { type StorageRisks, toleratedRisks } from '@postrider/core/platform/domain/installation/storage-risk'
import type { HostLog } from './host-log.js'

/** Writes a warning for each risk that doesn't keep the service from starting. */
export const logStorageRisks = (log: HostLog, found: StorageRisks): void => {
  for (const { problem, fix, losesWrites } of toleratedRisks(found))
    log.warn({ problem, fix, losesWrites }, 'unsafe storage')
}
