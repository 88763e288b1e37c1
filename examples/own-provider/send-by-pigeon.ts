import { randomBytes } from 'node:crypto'
import { openPostrider } from '@postrider/embedded'
import { openLoft, PASSWORD } from './loft.ts'
import { pigeonPost } from './pigeon-post.ts'

const loft = await openLoft()
const postrider = await openPostrider({ dataDir: './data', providers: [pigeonPost] })
await postrider.start()

// All that an empty installation needs before its first message; the account is of our own kind.
const olu = { email: 'olu@example.com', password: randomBytes(18).toString('base64url') }
const made = await postrider.core.firstSetUp(
  {
    firstAdmin: { ...olu, displayName: 'Olu' },
    secondAdmin: { email: 'mina@example.com', displayName: 'Mina' },
    organization: { displayName: 'Acme', projectName: 'Shop', environment: 'production', currency: 'INR' },
    appName: 'Orders',
    credential: { label: 'orders', daysOfLife: 30 },
    providers: [
      {
        kind: 'pigeon-post',
        name: 'The loft',
        channels: ['sms'],
        settings: { loft: loft.url },
        secrets: { password: PASSWORD },
        maxConcurrent: 8,
        timeoutMs: 5_000,
      },
    ],
    senders: { sms: { header: 'ACMEIN' } },
    prices: [{ channel: 'sms', destinationPrefix: '*', unitAmountMinor: 25 }],
    creditMinor: 10_000,
  },
  { actor: { kind: 'operator', id: 'example' }, reason: 'To see a pigeon fly.' },
)()
if (made._tag === 'Left') throw new Error(JSON.stringify(made.left))

const { projectId, appId, credential, firstAdmin } = made.right

// What an SMS to India says is registered with the networks there; that it is, an operator records.
const operator = await postrider.operator({ ...olu, code: firstAdmin.recoveryCodes[0] ?? '' })
const { reviews } = await operator.run('listTemplateReviews', { limit: 10 })
const review = reviews.find(({ category }) => category === 'transactional')
if (review === undefined) throw new Error('no template waits for its registration')
const { draftId, version } = review
await operator.run('recordTemplateRegistration', {
  draftId,
  version,
  registration: {
    dlt: { entityId: '1101456789012345678', templateId: '1107456789012345678', header: 'ACMEIN' },
  },
  reason: 'As the networks wrote.',
})

const sent = await postrider.as(credential.bearer).messages.send({
  projectId,
  appId,
  channel: 'sms',
  to: '+447400123456',
  templateId: draftId,
  variables: { name: 'Asha', order: '10024' },
})
while (loft.flights.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
console.log(`${sent.messageId} flew to ${loft.flights[0]?.to}: ${loft.flights[0]?.text}`)

await postrider.close()
await loft.close()
