import { openPostrider } from '@postrider/embedded'
import { openStorageOn } from '@postrider/storage-sql/own-engine'
import { postgresJsEngine } from './engine.ts'

const { DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postrider' } = process.env

const storage = openStorageOn(postgresJsEngine(DATABASE_URL))
const postrider = await openPostrider({ dataDir: './data', storage })
await postrider.start()

const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
const api = postrider.as(credential)
const { messageId } = await api.messages.send({
  projectId,
  appId,
  channel: 'sms',
  to: '+447400123456',
  templateId: templates.sms,
  variables: { name: 'Asha', order: '10024' },
})
console.log(`${messageId} lies in PostgreSQL and is ${(await api.messages.waitFor(messageId)).state}`)

await postrider.close()
// What was given is closed by whoever gave it.
await storage.close()
