import { openStorage } from '@postrider/storage-sql/sql-storage'
import { right } from '@postrider/conformance/outcome'
import {
  acceptOne,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'

/**
 * A separate program that accepts messages into the database of its first argument and prints the key of each
 * acknowledged one. It runs until it is killed, or until the number in its second argument.
 */
const [url = '', count = 'Infinity'] = process.argv.slice(2)
const storage = await openStorage(url)
await right(storage.health.migrate())
const first = aRequest()
const payer = payingAccountOf(first.message)
await credit(storage, payer, 1_000_000)
for (let done = 0; done < Number(count); done += 1) {
  const request = aRequest({ message: { ...aRequest().message, ...payer } })
  await acceptOne(storage, request)
  process.stdout.write(`${request.key}\n`)
}
await right(storage.projections.balance(payer))
await storage.close()
