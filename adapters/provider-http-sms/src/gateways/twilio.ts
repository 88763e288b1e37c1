import { closed } from '@postrider/core/kernel/codecs/shape'
import { secretSetting } from '@postrider/http-calls/http-settings'
import type { GatewayPreset } from './gateway.js'
import { accountSid, answerRules, codes } from './gateway-rules.js'

/** Options for Twilio in the fragment of a callback address. */
export const CALL_AGAIN = '#rc=5&rp=all'

/** Twilio keeps a list of recipients who wrote STOP; START ends that. */
const OPT_OUTS = codes({ 21610: 'opt_out' as const })

/** Twilio: it signs its callbacks, and identifies a message by its SID. */
export const twilio: GatewayPreset = {
  title: 'Twilio',
  method: 'POST',
  format: 'form',
  baseUrl: 'https://api.twilio.com',
  path: '/2010-04-01/Accounts/{{setting.accountSid}}/Messages.json',
  settings: { accountSid },
  secrets: closed(
    { authToken: secretSetting('Auth Token. Twilio also signs callbacks with it.') },
    { authTokenPrevious: secretSetting('Previous Auth Token, while callbacks signed with it can arrive.') },
  ),
  headers: {},
  login: { user: '{{setting.accountSid}}', password: '{{secret.authToken}}' },
  fields: { To: '{{to}}', From: '{{from}}', Body: '{{text}}', ValidityPeriod: '{{validitySeconds}}' },
  answers: answerRules(
    { takenStatus: [201], idAt: '/sid', codeAt: '/code', textAt: '/message', blocks: OPT_OUTS },
    {
      // The login, the account's state, its balance or its permissions.
      20003: 'not_attempted',
      20005: 'not_attempted',
      20006: 'not_attempted',
      20008: 'not_attempted',
      30002: 'not_attempted',
      20429: 'transient_failure',
      21611: 'transient_failure',
      30001: 'transient_failure',
      // The sender, or the countries that the account may use.
      21408: 'rejected_by_route',
      21603: 'rejected_by_route',
      21606: 'rejected_by_route',
      21612: 'rejected_by_route',
      21659: 'rejected_by_route',
      21660: 'rejected_by_route',
      30034: 'rejected_by_route',
      21211: 'recipient_invalid',
      21217: 'recipient_invalid',
      21614: 'recipient_invalid',
      21610: 'recipient_blocked',
      21900: 'dlt_scrubbed',
      21901: 'dlt_scrubbed',
    },
  ),
  lookUp: {
    path: '/2010-04-01/Accounts/{{setting.accountSid}}/Messages/{{id}}.json',
    status: '/status',
    error: '/error_code',
    recipient: '/to',
  },
  callbacks: {
    // It retries five times after any failure; the fragment is only for Twilio, and isn't sent.
    fields: { StatusCallback: `{{callbackUrl}}${CALL_AGAIN}` },
    signature: { _tag: 'Twilio' },
    reference: 'reference',
    id: 'MessageSid',
    status: 'MessageStatus',
    error: 'ErrorCode',
    recipient: 'To',
    inbound: { id: 'MessageSid', from: 'From', to: 'To', text: 'Body', keyword: 'OptOutType' },
    statuses: codes({
      accepted: 'accepted',
      queued: 'accepted',
      sending: 'accepted',
      sent: 'accepted',
      delivered: 'delivered',
      undelivered: 'undelivered',
      failed: 'undelivered',
    }),
    failures: codes({
      30003: 'recipient_unreachable',
      30008: 'recipient_unreachable',
      30005: 'recipient_invalid',
      30006: 'recipient_invalid',
      21610: 'recipient_blocked',
      30004: 'recipient_blocked',
      21211: 'recipient_invalid',
      21614: 'recipient_invalid',
    }),
    blocks: OPT_OUTS,
    // A suspended or closed account.
    accountErrors: ['20005', '30002'],
  },
}
