import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { describeCallbacks } from '@postrider/conformance/callbacks'
import type { ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { sesCallbacks } from '@postrider/provider-smtp/notifications/ses-callbacks'
import { clock } from './open-smtp.js'
import { aNotification, CERTIFICATE, startSigning, TOPIC } from './sign-as-sns.js'

const sns = await startSigning()
const messageId = fresh.id('msg')

const reader = sesCallbacks(clock, async ({ href }) =>
  href === CERTIFICATE ? sns.certificatePem : undefined,
)

const bounceOf = (diagnosticCode: string): object => ({
  eventType: 'Bounce',
  mail: {
    messageId: '0100018f-1111-000000',
    headers: [
      { name: 'Message-ID', value: `<${messageId}@shop.example>` },
      { name: 'Subject', value: diagnosticCode },
    ],
  },
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'zoe@example.com', status: '5.1.1', diagnosticCode }],
    timestamp: '2026-11-23T07:00:00.000Z',
    feedbackId: '0100018f-2222',
  },
})

/** The same event with the same identifier, like a repeat of SNS. */
const published = (message: string): ProviderCallback => ({
  method: 'POST',
  url: 'https://api.example.com/callbacks/pac_1/prlt_1',
  headers: {},
  body: Buffer.from(JSON.stringify(sns.signed(aNotification(message, { MessageId: 'one', Subject: 'SES' })))),
})

describeCallbacks('Amazon SES', () => ({
  reader,
  account: aProviderAccount({ kind: 'smtp', settings: { topicArn: TOPIC } }),
  secrets: { user: 'smtp-user-name', password: 'smtp-password' },
  callback: (_, text) => published(JSON.stringify(bounceOf(text))),
  signsWithin: true,
  signed: (callback) => ({ ...callback, ...published(Buffer.from(callback.body).toString()) }),
}))
