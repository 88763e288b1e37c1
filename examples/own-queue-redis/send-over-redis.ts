import { openPostrider } from '@postrider/embedded'
import { openRedisQueue } from './redis-queue.ts'

const { REDIS_URL = 'redis://127.0.0.1:6379' } = process.env

const queue = await openRedisQueue(REDIS_URL)
const postrider = await openPostrider({ dataDir: './data', queue })
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
console.log(`${messageId} went over Redis and is ${(await api.messages.waitFor(messageId)).state}`)

await postrider.close()
// What was given is closed by whoever gave it.
await queue.close()
