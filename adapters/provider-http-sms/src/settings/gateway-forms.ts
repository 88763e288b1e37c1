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

/** Settings that every account may have. */
const GATEWAY_SETTINGS = {
  outcomeMap: text({
    maxLength: LONGEST_MAP,
    description: "What codes of refusals mean here, or HTTP's statuses: code=outcome with commas between.",
    example: '1234=recipient_invalid,http-503=transient_failure',
  }),
}

/** Those of a gateway that hands over what is written to senders. */
const settingsOf = ({ callbacks }: GatewayPreset) =>
  callbacks.inbound === undefined ? GATEWAY_SETTINGS : { ...GATEWAY_SETTINGS, stopWords: stopWordsSetting }

const presetOf = (name: string) => literalUnion([name], { description: 'Which gateway it is.' })

const presetForm = (name: string, preset: GatewayPreset) => ({
  title: `HTTP SMS (${preset.title})`,
  when: { setting: 'preset', is: name },
  settings:
    preset.baseUrl === undefined
      ? closed(
          {
            preset: presetOf(name),
            url: addressSetting('Where it takes messages.', ADDRESS),
            ...preset.settings,
          },
          settingsOf(preset),
        )
      : closed(
          { preset: presetOf(name), ...preset.settings },
          {
            baseUrl: addressSetting('Its address without a path, where it is another.', preset.baseUrl),
            ...settingsOf(preset),
          },
        ),
  secrets: preset.secrets,
})

const template = (description: string, example: string) =>
  text({ minLength: 1, maxLength: LONGEST_TEMPLATE, description, example })

const pointer = (description: string, example: string) =>
  text({ minLength: 1, pattern: POINTER_FORM, description: `${description}: a JSON Pointer.`, example })

const field = (description: string, example: string) =>
  text({
    pattern: /^(?:[^/\s{}][^\s{}]{0,63}|(?:\/(?:[^~/]|~[01])*)+)$/,
    description: `${description}: the name of a field, or a JSON Pointer.`,
    example,
  })

const codeList = (description: string, example: string) =>
  text({
    minLength: 1,
    maxLength: LONGEST_MAP,
    description: `${description}: code=word with commas between.`,
    example,
  })

/** A gateway that nobody foresaw. */
export const CUSTOM_FORM = {
  title: 'HTTP SMS (another gateway)',
  when: { setting: 'preset', is: 'custom' },
  settings: closed(
    {
      preset: presetOf('custom'),
      url: addressSetting('Where it takes messages.', ADDRESS),
      method: literalUnion(['GET', 'POST'], { description: 'GET with the format `query` alone.' }),
      format: literalUnion(['json', 'form', 'query'], { description: 'How the fields travel.' }),
      fields: template(
        'A JSON object of what is sent, with placeholders like {{text}}; a secret stands alone.',
        '{"to":"{{to}}","text":"{{text}}","key":"{{secret.key}}"}',
      ),
    },
    {
      headers: template(
        'A JSON object of headers; a secret stands alone.',
        '{"authorization":"{{secret.key}}"}',
      ),
      takenStatus: text({
        pattern: /^2\d\d(?:,2\d\d)*$/,
        description: 'The statuses of HTTP by which it takes a message; without, 200,201,202.',
        example: '200,202',
      }),
      takenAt: pointer('Where its answer says besides that it took the message', '/status'),
      takenIs: text({
        minLength: 1,
        description: 'What stands there then, commas between.',
        example: 'ok,queued',
      }),
      idAt: pointer("Where its answer has the message's identifier", '/id'),
      codeAt: pointer('Where a refusal has its code', '/error/code'),
      reportStatus: field('Where its callbacks have the status; without, it does not report', 'status'),
      reportStatuses: codeList('What a status means', 'DELIVRD=delivered,FAILED=undelivered,SENT=accepted'),
      reportReference: field('Where its callbacks have our reference; without, `reference`', 'reference'),
      reportId: field("Where its callbacks have the message's identifier", '/message/id'),
      reportError: field('Where its callbacks have why a message did not arrive', 'error'),
      reportFailures: codeList('What an error means, or else a status', '27=recipient_unreachable'),
      reportRecipient: field('Where its callbacks have the number, in international form', 'to'),
      reportsAt: pointer('Where in JSON the list of reports stands, if there are several', '/results'),
      signature: text({
        pattern: /^(?:none|hmac-sha256:[A-Za-z0-9-]{1,64})$/,
        description:
          'How its callbacks are signed: `none`, or `hmac-sha256:` and the header with the HMAC of the body by the secret signatureKey.',
        example: 'hmac-sha256:X-Signature',
      }),
      ...GATEWAY_SETTINGS,
    },
  ),
  secrets: textMap(
    text({ minLength: 1, maxLength: 64, oneLine: true }),
    secretSetting('Stands for {{secret.name}}.'),
    {
      maxEntries: 10,
      description: 'Under names of your choice: `key` stands for {{secret.key}}.',
    },
  ),
} as const

/** What accounts at gateways are told, by the preset that they name. */
export const GATEWAY_FORMS: SettingsForms = [
  presetForm('twilio', PRESETS.twilio),
  presetForm('kannel', PRESETS.kannel),
  presetForm('exotel', PRESETS.exotel),
  presetForm('msg91', PRESETS.msg91),
  CUSTOM_FORM,
]
