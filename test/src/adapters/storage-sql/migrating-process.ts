import { E } from '@postrider/core/fp'
import { openStorage } from '@postrider/storage-sql/sql-storage'

/** A program of its own: migrates the database of its argument, and says `migrated` or why it could not. */
const storage = await openStorage(process.argv[2] ?? '')
const outcome = await storage.health.migrate()()
console.log(E.isRight(outcome) ? 'migrated' : outcome.left.cause)
await storage.close()
