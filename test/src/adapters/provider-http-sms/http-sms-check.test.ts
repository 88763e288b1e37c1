import { expect } from 'chai'
import { httpSmsOpener } from '@postrider/provider-http-sms/http-sms-provider'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { clock, parts, type Secrets, type Settings } from './open-http-sms.js'

const twilio = { preset: 'twilio', accountSid: 'AC1' }
const custom = {
  preset: 'custom',
  url: 'https://sms.example.com/send',
  method: 'POST',
  format: 'json',
  fields: '{"to":"{{to}}","text":"{{text}}"}',
}

const reporting = { ...custom, reportStatus: 'state', reportStatuses: 'OK=delivered' }

const check = (settings: Settings, secrets: Secrets) =>
  httpSmsOpener({ clock, networks: providerNetworks([]) }).check({ settings, maxConcurrent: 4 }, secrets)

const TOKEN = { authToken: 'my-secret' }

/** The settings, the secrets, and the errors. */
const WRONG: ReadonlyArray<readonly [Settings, Secrets, string]> = [
  [{}, {}, 'The value must be one of: twilio, kannel, exotel, msg91, custom'],
  [{ preset: 'telegraph' }, {}, 'The value must be one of: twilio, kannel, exotel, msg91, custom'],
  [{ preset: 'twilio' }, TOKEN, 'accountSid: This field is required'],
  [{ ...twilio, accountSid: '../x' }, TOKEN, 'accountSid: The value does not have the required format'],
  [{ ...twilio, url: 'https://a.example' }, TOKEN, 'url: This field is unknown'],
  [{ ...twilio, baseUrl: 'https://a.example/x' }, TOKEN, 'baseUrl must be a URL without path and query'],
  [twilio, {}, 'secrets/authToken: This field is required'],
  [twilio, { ...TOKEN, 'my-secret': 'x' }, 'The secrets of this account are authToken, authTokenPrevious'],
  [twilio, { authToken: 'my-secret\r\n' }, 'secrets/authToken: '],
  [{ ...twilio, outcomeMap: 'x' }, TOKEN, 'outcomeMap must be a comma-separated list of code=word'],
  [
    { ...twilio, outcomeMap: '1=attempts_exhausted' },
    TOKEN,
    'outcomeMap must be a comma-separated list of code=word',
  ],
  [{ preset: 'kannel' }, { username: 'u', password: 'p' }, 'url: This field is required'],
  [{ ...custom, url: 'nowhere' }, {}, 'url must be a URL without placeholders'],
  [{ ...custom, url: 'https://a.example/{{to}}' }, {}, 'url must be a URL without placeholders'],
  [{ ...custom, url: 'ftp://a.example' }, {}, 'url must be an http or https URL'],
  [{ ...custom, url: 'https://u:my-secret@a.example' }, {}, 'url must be a URL without login or fragment'],
  [
    { ...custom, url: 'http://a.example' },
    {},
    'url must use https, unless POSTRIDER_PROVIDER_NETWORKS lists its host',
  ],
  [
    { ...custom, url: 'https://127.0.0.1' },
    {},
    'url is private, and POSTRIDER_PROVIDER_NETWORKS does not list its network',
  ],
  [
    { ...custom, url: 'https://0x7f.1' },
    {},
    'url is private, and POSTRIDER_PROVIDER_NETWORKS does not list its network',
  ],
  [
    { ...custom, url: 'https://[::ffff:10.0.0.1]' },
    {},
    'url is private, and POSTRIDER_PROVIDER_NETWORKS does not list its network',
  ],
  [
    { ...custom, url: 'http://8.8.8.8' },
    {},
    'url must use https, unless POSTRIDER_PROVIDER_NETWORKS lists its host',
  ],
  [{ ...custom, url: 'https://169.254.169.254' }, {}, 'url is a link-local or metadata address'],
  [
    { ...custom, url: 'https://localhost' },
    {},
    'url is private, and POSTRIDER_PROVIDER_NETWORKS does not list its network',
  ],
  [{ ...custom, method: 'PUT' }, {}, 'method: The value must be one of: GET, POST'],
  [{ ...custom, method: 'GET' }, {}, 'format must be query if method is GET'],
  [{ ...custom, fields: '{' }, {}, 'fields must be a JSON object'],
  [{ ...custom, fields: '[]' }, {}, 'fields must be a JSON object of strings, numbers and booleans'],
  [{ ...custom, fields: '{"a":null}' }, {}, 'fields must be a JSON object of strings, numbers and booleans'],
  [
    { ...custom, format: 'form', fields: '{"a":{"b":"{{text}}"}}' },
    {},
    'fields must be a JSON object of strings',
  ],
  [{ ...custom, fields: '{"to":"{{to}}"}' }, {}, 'fields must contain {{text}}, and {{to}} or {{toDigits}}'],
  [{ ...custom, fields: '{"a":"{{to}}{{text}}{{what}}"}' }, {}, 'fields use an unknown placeholder: what'],
  [{ ...custom, fields: '{"a":"{{to}}{{text}}{{"}' }, {}, 'fields have an unmatched brace'],
  [
    { ...custom, fields: '{"a":"{{to}}{{text}}","b":"x{{secret.k}}"}' },
    { k: 'my-secret' },
    'a secret must be a complete value in fields',
  ],
  [
    { ...custom, fields: '{"a":"{{to}}{{text}}{{secret.k}}"}' },
    { k: 'my-secret' },
    'a secret must be a complete value in fields',
  ],
  [{ ...custom, headers: '{"a":"{{secret.k}}"}' }, {}, 'headers name the secret k, which is not set'],
  [
    { ...custom, headers: '{"a":"Bearer {{secret.k}}"}' },
    { k: 'my-secret' },
    'a secret must be a complete value in headers',
  ],
  [custom, { k: 'my-secret' }, 'each secret must be used in fields or headers'],
  [
    { ...custom, headers: '{"host":"a"}' },
    {},
    'header names must be valid, and not names that HTTP itself uses',
  ],
  [
    { ...custom, headers: '{"a b":"a"}' },
    {},
    'header names must be valid, and not names that HTTP itself uses',
  ],
  [
    { ...custom, headers: '{"a":"b\\r\\nc: d"}' },
    {},
    'header values can contain only ASCII, {{reference}} and secrets',
  ],
  [
    { ...custom, headers: '{"a":"{{text}}"}' },
    {},
    'header values can contain only ASCII, {{reference}} and secrets',
  ],
  [{ ...custom, takenAt: '/ok' }, {}, 'set both takenAt and takenIs, or neither'],
  [{ ...custom, takenAt: 'ok', takenIs: '1' }, {}, 'takenAt: The value does not have the required format'],
  [{ ...custom, takenStatus: '302' }, {}, 'takenStatus: The value does not have the required format'],
  [{ ...custom, port: 1 }, {}, 'port: This field is unknown'],
  [{ ...custom, reportId: 'id' }, {}, 'reportId requires reportStatus'],
  [{ ...custom, signature: 'none' }, {}, 'signature requires reportStatus'],
  [{ ...custom, reportStatus: 'state' }, {}, 'reportStatus requires reportStatuses'],
  [
    { ...reporting, reportStatus: 'two words' },
    {},
    'reportStatus: The value does not have the required format',
  ],
  [
    { ...reporting, reportStatuses: 'OK=done' },
    {},
    'reportStatuses must be a comma-separated list of code=word',
  ],
  [
    { ...reporting, reportFailures: '1=cancelled' },
    {},
    'reportFailures must be a comma-separated list of code=word',
  ],
  [{ ...reporting, reportsAt: 'list' }, {}, 'reportsAt: The value does not have the required format'],
  [{ ...reporting, signature: 'md5:X' }, {}, 'signature: The value does not have the required format'],
  [{ ...reporting, signature: 'hmac-sha256:X-Signature' }, {}, 'signature requires the secret signatureKey'],
  [
    { ...reporting, signature: 'hmac-sha256:X-Signature', headers: '{"a":"{{secret.signatureKey}}"}' },
    { signatureKey: 'my-secret' },
    'headers name the secret signatureKey, which is not set',
  ],
  [reporting, { signatureKey: 'my-secret' }, 'each secret must be used in fields or headers'],
]

describe('The check of an HTTP SMS account', () => {
  it('refuses settings with which no gateway can be called', () => {
    expect(check(twilio, TOKEN)).to.equal(undefined)
    expect(check(twilio, { ...TOKEN, authTokenPrevious: 'b' })).to.equal(undefined)
    expect(check(custom, {})).to.equal(undefined)
    expect(check({ ...custom, url: 'https://[2606:4700::1111]/x' }, {})).to.equal(undefined)
  })

  it('allows a private address or one without TLS only if the installation lists it', () => {
    const settings = { preset: 'kannel', url: 'http://127.0.0.1:13013/cgi-bin/sendsms' }
    const login = { username: 'u', password: 'p' }
    expect(httpSmsOpener(parts).check({ settings, maxConcurrent: 4 }, login)).to.equal(undefined)
    expect(check(settings, login)).to.include('POSTRIDER_PROVIDER_NETWORKS')
  })

  for (const [settings, secrets, sentence] of WRONG)
    it(`reports: ${sentence} (${JSON.stringify(settings).slice(0, 80)})`, () => {
      const problem = check(settings, secrets)
      expect(problem).to.match(/^HTTP SMS account: /)
      expect(problem).to.include(sentence)
      expect(problem).not.to.include('my-secret')
    })

  it('requires the secrets again, except after a change of the meaning of responses', () => {
    const { decidesRoute } = httpSmsOpener(parts)
    const others = ['preset', 'url', 'baseUrl', 'accountSid', 'method', 'format', 'fields', 'headers']
    for (const name of others) expect(decidesRoute(name), name).to.equal(true)
    for (const name of ['outcomeMap', 'takenAt', 'takenIs', 'takenStatus', 'idAt', 'codeAt'])
      expect(decidesRoute(name), name).to.equal(false)
  })
})
