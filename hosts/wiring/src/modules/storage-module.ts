import { ContainerModule } from 'inversify'
import { openStorage, type StorageOptions } from '@postrider/storage-sql/sql-storage'
import { openFingerprintFile } from '../fingerprint-file.js'
import { provide, tokens } from '../tokens.js'

/** The timeouts of the steps for connecting to a server; undefined: as short as requests need it. */
const stepsWithin = (timeoutMs: number | undefined): StorageOptions =>
  timeoutMs === undefined
    ? {}
    : { connectTimeoutMs: timeoutMs, acquireTimeoutMs: timeoutMs, queryTimeoutMs: timeoutMs }

const openAt = async (url: string, options: StorageOptions) =>
  url.startsWith('postgres:')
    ? (await import('@postrider/storage-postgres/postgres-storage')).openPostgresStorage(url, options)
    : openStorage(url, options)

/** Storage on SQLite, MySQL or PostgreSQL, depending on its address. */
export const storageModule = (timeoutMs: number | undefined) =>
  new ContainerModule(({ bind }) => {
    provide(
      bind,
      tokens.storage,
      [tokens.settings, tokens.closing, tokens.log, tokens.metrics],
      async (settings, closing, log, watch) => {
        const fingerprints = await openFingerprintFile(settings, (cause) =>
          log.warn({ cause }, 'database fingerprint not written to data directory'),
        )
        const options = { ...stepsWithin(timeoutMs), fingerprints, watch }
        return closing.opened(await openAt(settings.storageUrl, options))
      },
    )
  })
