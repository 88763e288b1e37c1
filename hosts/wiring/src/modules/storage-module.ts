import { ContainerModule } from 'inversify'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { openMarkFile } from '../mark-file.js'
import { provide, tokens } from '../tokens.js'

/** Storage on SQLite or MySQL, as its address says. */
export const storageModule = new ContainerModule(({ bind }) => {
  provide(
    bind,
    tokens.storage,
    [tokens.settings, tokens.closing, tokens.log],
    async (settings, closing, log) => {
      const marks = await openMarkFile(settings, (cause) =>
        log.warn({ cause }, 'what was seen of the database could not be kept in the data directory'),
      )
      return closing.opened(await openStorage(settings.storageUrl, { marks }))
    },
  )
})
