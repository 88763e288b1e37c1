import { type Message, newMessage } from '@postrider/core/messaging/domain/messages/message'
import { addressed } from '@postrider/core/messaging/domain/messages/send-request'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aTrace } from './a-trace.js'
import { fresh, NOW_MS } from './fresh.js'

const to = '+919876543210'

/** A request for an SMS without optional fields. */
const REQUEST = addressed(
  {
    projectId: 'prj',
    appId: 'app',
    channel: 'sms',
    to,
    templateId: 'tpl',
    variables: { name: 'Asha', code: '0042' },
  },
  { to, country: 'IN' },
)

/** An SMS that was just accepted for 25 paise. */
export const aMessage = (overrides: Partial<Message> = {}): Message => {
  const acceptedAtMs = overrides.acceptedAtMs ?? NOW_MS
  const accepted = newMessage(
    REQUEST,
    {
      messageId: fresh.id('msg'),
      organizationId: fresh.id('org'),
      appId: fresh.id('app'),
      environment: 'test',
      lane: 'transactional',
      sender: 'ASHAST',
      templateId: fresh.id('tpl'),
      templateVersionId: fresh.id('tpv'),
      language: undefined,
      sealedVariables: undefined,
      units: 1,
      charge: {
        amountMinor: 25,
        currency: 'INR',
        priceVersionId: fresh.id('prv'),
        chargeOn: 'submitted',
      },
      expiresAtMs: acceptedAtMs + DAY_MS,
      trace: aTrace(),
    },
    acceptedAtMs,
  )
  return { ...accepted, ...overrides }
}
