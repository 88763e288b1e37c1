import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { textMap } from '@postrider/core/kernel/codecs/text-map'
import { text } from '@postrider/core/kernel/codecs/text'
import { stopWordsSetting } from '@postrider/core/messaging/domain/inbound/stop-words'
import type { SettingsForms } from '@postrider/core/tenancy/domain/settings-form'
import { POINTER_FORM } from '../answers/json-pointer.js'
import type { GatewayPreset } from '../gateways/gateway.js'
import { PRESETS } from '../gateways/presets.js'
import { addressSetting, secretSetting } from '@postrider/http-calls/http-settings'

const LONGEST_TEMPLATE = 16_384
const LONGEST_MAP = 8_192
const ADDRESS = 'https://sms.example.com/send'

/** Settings of every account. */
const GATEWAY_SETTINGS = {
  outcomeMap: text({
    maxLength: LONGEST_MAP,
    description: 'Meaning of error codes or HTTP statuses: code=outcome, separated by commas.',
    example: '1234=recipient_invalid,http-503=transient_failure',
  }),
}

/** The settings of a gateway that passes on inbound messages. */
const settingsOf = ({ callbacks }: GatewayPreset) =>
  callbacks.inbound === undefined ? GATEWAY_SETTINGS : { ...GATEWAY_SETTINGS, stopWords: stopWordsSetting }

const presetOf = (name: string) => literalUnion([name], { description: 'Kind of gateway.' })

const presetForm = (name: string, preset: GatewayPreset) => ({
  title: `HTTP SMS (${preset.title})`,
  when: { setting: 'preset', is: name },
  settings:
    preset.baseUrl === undefined
      ? closed(
          {
            preset: presetOf(name),
            url: addressSetting('URL for sending messages.', ADDRESS),
            ...preset.settings,
          },
          settingsOf(preset),
        )
      : closed(
          { preset: presetOf(name), ...preset.settings },
          {
            baseUrl: addressSetting('URL without a path, if it differs from the usual one.', preset.baseUrl),
            ...settingsOf(preset),
          },
        ),
  secrets: preset.secrets,
})

const template = (description: string, example: string) =>
  text({ minLength: 1, maxLength: LONGEST_TEMPLATE, description, example })

const pointer = (description: string, example: string) =>
  text({ minLength: 1, pattern: POINTER_FORM, description: `${description} (JSON Pointer).`, example })

const field = (description: string, example: string) =>
  text({
    pattern: /^(?:[^/\s{}][^\s{}]{0,63}|(?:\/(?:[^~/]|~[01])*)+)$/,
    description: `${description} (field name or JSON Pointer).`,
    example,
  })

const codeList = (description: string, example: string) =>
  text({
    minLength: 1,
    maxLength: LONGEST_MAP,
    description: `${description}: code=word, separated by commas.`,
    example,
  })

/** The settings of a custom gateway. */
export const CUSTOM_FORM = {
  title: 'HTTP SMS (custom)',
  when: { setting: 'preset', is: 'custom' },
  settings: closed(
    {
      preset: presetOf('custom'),
      url: addressSetting('URL for sending messages.', ADDRESS),
      method: literalUnion(['GET', 'POST'], { description: '`GET` only with the format `query`.' }),
      format: literalUnion(['json', 'form', 'query'], { description: 'Encoding of the fields.' }),
      fields: template(
        'JSON object of the request fields, with placeholders such as {{text}}. A secret has to be a complete value.',
        '{"to":"{{to}}","text":"{{text}}","key":"{{secret.key}}"}',
      ),
    },
    {
      headers: template(
        'JSON object of the request headers. A secret has to be a complete value.',
        '{"authorization":"{{secret.key}}"}',
      ),
      takenStatus: text({
        pattern: /^2\d\d(?:,2\d\d)*$/,
        description: 'HTTP statuses that mean accepted. Default: 200,201,202.',
        example: '200,202',
      }),
      takenAt: pointer('Position in the response of the result that `takenIs` is compared with', '/status'),
      takenIs: text({
        minLength: 1,
        description: 'Results that mean accepted, separated by commas.',
        example: 'ok,queued',
      }),
      idAt: pointer("Position in the response of the gateway's message ID", '/id'),
      codeAt: pointer('Position of the error code in a refusal', '/error/code'),
      textAt: pointer('Position of the error text in a refusal', '/error/message'),
      reportStatus: field('Status in callbacks. If empty, the gateway does not report', 'status'),
      reportStatuses: codeList('Meaning of statuses', 'DELIVRD=delivered,FAILED=undelivered,SENT=accepted'),
      reportReference: field('Reference of Postrider in callbacks. Default: `reference`', 'reference'),
      reportId: field("The gateway's message ID in callbacks", '/message/id'),
      reportError: field('Error in callbacks', 'error'),
      reportFailures: codeList('Meaning of errors or statuses', '27=recipient_unreachable'),
      reportRecipient: field('Recipient number in callbacks, in international format', 'to'),
      reportsAt: pointer('Position of the list of reports, if a callback has several', '/results'),
      signature: text({
        pattern: /^(?:none|hmac-sha256:[A-Za-z0-9-]{1,64})$/,
        description:
          'Signature of callbacks: `none`, or `hmac-sha256:` and the header with the HMAC of the body. The key is the secret `signatureKey`.',
        example: 'hmac-sha256:X-Signature',
      }),
      ...GATEWAY_SETTINGS,
    },
  ),
  secrets: textMap(
    text({ minLength: 1, maxLength: 64, oneLine: true }),
    secretSetting('Value of {{secret.name}}.'),
    {
      maxEntries: 10,
      description: 'Choose the names: `key` is the value of {{secret.key}}.',
    },
  ),
} as const

/** The settings of gateway accounts, by preset. */
export const GATEWAY_FORMS: SettingsForms = [
  presetForm('twilio', PRESETS.twilio),
  presetForm('kannel', PRESETS.kannel),
  presetForm('exotel', PRESETS.exotel),
  presetForm('msg91', PRESETS.msg91),
  CUSTOM_FORM,
]
