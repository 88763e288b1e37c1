import { defaulted } from '@postrider/core/domain/codecs/defaulted'
import { closed } from '@postrider/core/domain/codecs/shape'
import { text } from '@postrider/core/domain/codecs/text'
import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import { secretSetting } from '@postrider/http-calls/http-settings'
import type { AnswerRules, GatewayPreset } from './gateway.js'

const rules = (
  taken: Partial<AnswerRules>,
  outcomes: Readonly<Record<string, AnswerOutcome>>,
): AnswerRules => ({
  takenStatus: [200],
  takenAt: undefined,
  takenIs: [],
  idAt: undefined,
  codeAt: undefined,
  ...taken,
  outcomes: new Map(Object.entries(outcomes)),
})

const accountSid = text({
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  description: 'The name of the account at the gateway.',
  example: 'AC00000000000000000000000000000000',
})

const digits = (description: string, usual: string) =>
  defaulted(text({ pattern: /^[0-9]{1,3}$/, description }), usual)

const twilio: GatewayPreset = {
  title: 'Twilio',
  method: 'POST',
  format: 'form',
  baseUrl: 'https://api.twilio.com',
  path: '/2010-04-01/Accounts/{{setting.accountSid}}/Messages.json',
  settings: { accountSid },
  secrets: closed(
    { authToken: secretSetting('By which it knows us, and signs its callbacks.') },
    { authTokenPrevious: secretSetting('The one before, by which callbacks may still be signed.') },
  ),
  headers: {},
  login: { user: '{{setting.accountSid}}', password: '{{secret.authToken}}' },
  fields: { To: '{{to}}', From: '{{from}}', Body: '{{text}}', ValidityPeriod: '{{validitySeconds}}' },
  answers: rules(
    { takenStatus: [201], idAt: '/sid', codeAt: '/code' },
    {
      20003: 'not_sent',
      20429: 'refused_for_now',
      21408: 'refused_here',
      21211: 'recipient_invalid',
      21614: 'recipient_invalid',
      21610: 'recipient_blocked',
      21900: 'dlt_scrubbed',
      21901: 'dlt_scrubbed',
    },
  ),
}

const kannel: GatewayPreset = {
  title: 'Kannel',
  method: 'GET',
  format: 'query',
  baseUrl: undefined,
  path: undefined,
  settings: {},
  secrets: closed(
    { username: secretSetting('Of the sendsms user.'), password: secretSetting('Its password.') },
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
  },
  // It answers 503 where it could not put the message into its queue.
  answers: rules({ takenStatus: [202] }, { 'http-503': 'refused_for_now' }),
}

const exotel: GatewayPreset = {
  title: 'Exotel',
  method: 'POST',
  format: 'form',
  baseUrl: 'https://api.exotel.com',
  path: '/v1/Accounts/{{setting.accountSid}}/Sms/send.json',
  settings: { accountSid },
  secrets: closed({ apiKey: secretSetting('The API key.'), apiToken: secretSetting('The API token.') }, {}),
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
  answers: rules(
    { idAt: '/SMSMessage/Sid', codeAt: '/SMSMessage/DetailedStatusCode' },
    {
      23080: 'dlt_scrubbed',
      23081: 'dlt_scrubbed',
      23082: 'dlt_scrubbed',
      23083: 'dlt_scrubbed',
      23005: 'recipient_blocked',
      23020: 'recipient_blocked',
      23010: 'recipient_invalid',
    },
  ),
}

const msg91: GatewayPreset = {
  title: 'MSG91',
  method: 'POST',
  format: 'json',
  baseUrl: 'https://api.msg91.com',
  path: '/api/v2/sendsms',
  settings: {
    route: digits('The number of a route.', '4'),
    country: digits('The calling code of a country, or 0.', '0'),
  },
  secrets: closed({ authkey: secretSetting('The authentication key.') }, {}),
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
  answers: rules(
    { takenAt: '/type', takenIs: ['success'], idAt: '/message', codeAt: '/code' },
    {
      202: 'recipient_invalid',
      203: 'refused_here',
      207: 'not_sent',
      208: 'not_sent',
      301: 'not_sent',
      302: 'not_sent',
      303: 'not_sent',
      306: 'refused_for_now',
      311: 'refused_for_now',
      418: 'not_sent',
    },
  ),
}

/** The gateways that are known by name. */
export const PRESETS = { twilio, kannel, exotel, msg91 } as const satisfies Readonly<
  Record<string, GatewayPreset>
>
