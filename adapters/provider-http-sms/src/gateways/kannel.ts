import { closed } from '@postrider/core/kernel/codecs/shape'
import { secretSetting } from '@postrider/http-calls/http-settings'
import type { GatewayPreset } from './gateway.js'
import { answerRules, codes } from './gateway-rules.js'

/** Kannel's smsbox: it calls the address that is given with a message. */
export const kannel: GatewayPreset = {
  title: 'Kannel',
  method: 'GET',
  format: 'query',
  baseUrl: undefined,
  path: undefined,
  settings: {},
  secrets: closed(
    {
      username: secretSetting('Name of the sendsms user.'),
      password: secretSetting('Password of the sendsms user.'),
    },
    {},
  ),
  headers: {},
  login: undefined,
  fields: {
    username: '{{secret.username}}',
    password: '{{secret.password}}',
    from: '{{from}}',
    to: '{{to}}',
    text: '{{text}}',
    coding: '{{coding}}',
    charset: 'UTF-8',
    validity: '{{validityMinutes}}',
  },
  // It responds with 503 if it couldn't queue the message.
  answers: answerRules(
    { takenStatus: [202], plain: /^(?:\d{1,3}: [ -~]{1,200}|[A-Z][ -~]{1,100}\.)\s*$/ },
    { 'http-503': 'transient_failure' },
  ),
  callbacks: {
    fields: { 'dlr-mask': '31', 'dlr-url': '{{callbackUrl}}&status=%d' },
    reference: 'reference',
    status: 'status',
    inbound: { id: 'id', from: 'from', to: 'to', text: 'text', charset: 'charset' },
    statuses: codes({
      1: 'delivered',
      2: 'undelivered',
      4: 'accepted',
      8: 'accepted',
      16: 'undelivered',
    }),
    failures: codes({ 2: 'recipient_unreachable' }),
  },
}
