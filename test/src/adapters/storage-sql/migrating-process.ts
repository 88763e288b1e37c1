import { E } from '@postrider/core/fp'
import { openStorage } from '@postrider/storage-sql/sql-storage'

/**
 * A separate program that migrates the database of its argument, and prints `migrated` or why it couldn't.
 */
const storage = await openStorage(process.argv[2] ?? '')
const outcome = await storage.health.migrate()()
console.log(E.isRight(outcome) ? 'migrated' : outcome.left.cause)
await storage.close()
