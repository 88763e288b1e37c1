import { openPostrider } from '@postrider/embedded'

// SQLite, a queue in the same file, and a sandbox that delivers to nobody: all of it in ./data.
const postrider = await openPostrider({ dataDir: './data' })
await postrider.start()

const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
const api = postrider.as(credential)

const { messageId } = await api.messages.send(
  {
    projectId,
    appId,
    channel: 'sms',
    to: '+447400123456',
    templateId: templates.sms,
    variables: { name: 'Asha', order: '10024' },
  },
  // Run it again: under the same key it is the same message.
  { idempotencyKey: 'order-10024-shipped' },
)
const { state, billing } = await api.messages.waitFor(messageId)
console.log(`${messageId} is ${state}, for ${billing.amountMinor / 100} ${billing.currency}`)

await postrider.close()
