import { ContainerModule } from 'inversify'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { provide, tokens } from '../tokens.js'

/** Storage on SQLite or MySQL, as its address says. */
export const storageModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.storage, [tokens.settings, tokens.closing], async ({ storageUrl }, closing) =>
    closing.opened(await openStorage(storageUrl)),
  )
})
