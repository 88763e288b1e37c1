import { defaulted } from '@postrider/core/kernel/codecs/defaulted'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { secretSetting } from '@postrider/http-calls/http-settings'
import type { GatewayPreset } from './gateway.js'
import { answerRules, codes } from './gateway-rules.js'

const digits = (description: string, usual: string) =>
  defaulted(text({ pattern: /^[0-9]{1,3}$/, description }), usual)

/**
 * MSG91: it calls one address for all messages, which is configured manually there, and identifies a message
 * by its request and number.
 */
export const msg91: GatewayPreset = {
  title: 'MSG91',
  method: 'POST',
  format: 'json',
  baseUrl: 'https://api.msg91.com',
  path: '/api/v2/sendsms',
  settings: {
    route: digits('Number of the route.', '4'),
    country: digits('Country calling code, or 0 for any.', '0'),
  },
  secrets: closed({ authkey: secretSetting('Authentication key.') }, {}),
  headers: { authkey: '{{secret.authkey}}' },
  login: undefined,
  fields: {
    sender: '{{from}}',
    route: '{{setting.route}}',
    country: '{{setting.country}}',
    unicode: '{{isUnicode}}',
    DLT_TE_ID: '{{dltTemplateId}}',
    sms: [{ message: '{{text}}', to: ['{{toDigits}}'] }],
  },
  answers: answerRules(
    {
      takenAt: '/type',
      takenIs: ['success'],
      idAt: '/message',
      codeAt: '/code',
      textAt: '/message',
      // It refuses some logins without a code.
      words: [
        [
          /authentication fail|invalid auth ?key|auth ?key (?:is )?(?:missing|invalid|expired)/i,
          'not_attempted',
        ],
        [
          /(?:account|user) (?:is )?(?:blocked|suspended|inactive|expired)|ip (?:is )?not whitelisted/i,
          'not_attempted',
        ],
        [/insufficient (?:balance|credit)|not enough (?:balance|credit)/i, 'not_attempted'],
      ],
    },
    {
      202: 'recipient_invalid',
      203: 'rejected_by_route',
      207: 'not_attempted',
      208: 'not_attempted',
      301: 'not_attempted',
      302: 'not_attempted',
      303: 'not_attempted',
      306: 'transient_failure',
      311: 'transient_failure',
      418: 'not_attempted',
    },
  ),
  // Its version 2 webhooks have requests in a field, each with its numbers; those of version 3 have one
  // number of one request.
  callbacks: {
    fields: {},
    within: 'data',
    lists: ['/report'],
    id: 'requestId',
    status: 'status',
    recipient: 'number',
    statuses: codes({
      1: 'delivered',
      2: 'undelivered',
      9: 'undelivered',
      16: 'undelivered',
      17: 'undelivered',
      25: 'undelivered',
    }),
    failures: codes({
      2: 'recipient_unreachable',
      9: 'recipient_blocked',
      17: 'recipient_blocked',
    }),
  },
}
