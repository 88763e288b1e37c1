import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { secretSetting } from '@postrider/http-calls/http-settings'
import type { GatewayPreset } from './gateway.js'
import { accountSid, answerRules, codes } from './gateway-rules.js'

/** The meaning of its detailed codes, in responses and in callbacks. */
const DETAILED = {
  23080: 'dlt_scrubbed',
  23081: 'dlt_scrubbed',
  23082: 'dlt_scrubbed',
  23083: 'dlt_scrubbed',
  23005: 'recipient_blocked',
  23020: 'recipient_blocked',
  23010: 'recipient_invalid',
} as const satisfies Readonly<Record<string, FailureCode>>

/** Exotel returns our reference in its callbacks. */
export const exotel: GatewayPreset = {
  title: 'Exotel',
  method: 'POST',
  format: 'form',
  baseUrl: 'https://api.exotel.com',
  path: '/v1/Accounts/{{setting.accountSid}}/Sms/send.json',
  settings: { accountSid },
  secrets: closed({ apiKey: secretSetting('API key.'), apiToken: secretSetting('API token.') }, {}),
  headers: {},
  login: { user: '{{secret.apiKey}}', password: '{{secret.apiToken}}' },
  fields: {
    From: '{{from}}',
    To: '{{to}}',
    Body: '{{text}}',
    DltEntityId: '{{dltEntityId}}',
    DltTemplateId: '{{dltTemplateId}}',
    CustomField: '{{reference}}',
  },
  answers: answerRules(
    {
      idAt: '/SMSMessage/Sid',
      codeAt: '/SMSMessage/DetailedStatusCode',
      textAt: '/RestException/Message',
    },
    DETAILED,
  ),
  callbacks: {
    fields: { StatusCallback: '{{callbackUrl}}' },
    reference: 'CustomField',
    id: 'SmsSid',
    status: 'Status',
    error: 'DetailedStatusCode',
    inbound: { id: 'SmsSid', from: 'From', to: 'To', text: 'Body', country: '91' },
    statuses: codes({
      queued: 'accepted',
      sending: 'accepted',
      submitted: 'accepted',
      sent: 'delivered',
      failed: 'undelivered',
      'failed-dnd': 'undelivered',
      failed_dnd: 'undelivered',
    }),
    failures: codes({
      ...DETAILED,
      failed_dnd: 'recipient_blocked',
      'failed-dnd': 'recipient_blocked',
    }),
  },
}
