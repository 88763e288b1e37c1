import { expect } from 'chai'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { clock, parts } from './open-whatsapp.js'
import { whatsappOpener } from '@postrider/provider-whatsapp/whatsapp-provider'

type Settings = Readonly<Record<string, string | number | boolean>>

const SETTINGS = { wabaId: '102290129340398' }
const SECRETS = { accessToken: 'EAAG-my-secret', appSecret: 'my-secret', verifyToken: 'my-secret' }
const { verifyToken: _, ...NO_TOKEN } = SECRETS

const check = (settings: Settings, secrets: Readonly<Record<string, string>> = SECRETS) =>
  whatsappOpener({ clock, networks: providerNetworks([]) }).check({ settings, maxConcurrent: 20 }, secrets)

/** The settings, and the errors. */
const WRONG: ReadonlyArray<readonly [Settings, string]> = [
  [{}, 'wabaId: This field is required'],
  [{ wabaId: 'shop' }, 'wabaId: The value does not have the required format'],
  [{ wabaId: true }, 'wabaId: The value must be a string'],
  [{ ...SETTINGS, graphVersion: '25' }, 'graphVersion: The value does not have the required format'],
  [{ ...SETTINGS, graphVersion: 'v25.0/../..' }, 'graphVersion: The value does not have the required format'],
  [{ ...SETTINGS, baseUrl: 'https://graph.example/x' }, 'baseUrl must be a URL without path and query'],
  [
    { ...SETTINGS, baseUrl: 'http://graph.example' },
    'baseUrl must use https, unless POSTRIDER_PROVIDER_NETWORKS lists its host',
  ],
  [
    { ...SETTINGS, baseUrl: 'https://10.0.0.1' },
    'baseUrl is private, and POSTRIDER_PROVIDER_NETWORKS does not list its network',
  ],
  [{ ...SETTINGS, baseUrl: 'https://me:my-secret@graph.example' }, 'baseUrl must be a URL without login'],
  [{ ...SETTINGS, phoneNumberId: '1' }, 'phoneNumberId: This field is unknown'],
]

describe('The check of a WhatsApp account', () => {
  it("refuses settings with which the Cloud API can't be called", () => {
    expect(check(SETTINGS)).to.equal(undefined)
    expect(check({ ...SETTINGS, graphVersion: 'v24.0' })).to.equal(undefined)
    expect(check(SETTINGS, { ...SECRETS, appSecretPrevious: 'a' })).to.equal(undefined)
    const proxied = { ...SETTINGS, baseUrl: 'http://127.0.0.1:8000' }
    expect(whatsappOpener(parts).check({ settings: proxied, maxConcurrent: 20 }, SECRETS)).to.equal(undefined)
  })

  for (const [settings, sentence] of WRONG)
    it(`reports: ${sentence} (${JSON.stringify(settings)})`, () => {
      const problem = check(settings)
      expect(problem).to.match(/^WhatsApp account: /)
      expect(problem).to.include(sentence)
      expect(problem).not.to.include('my-secret')
    })

  it('names its secrets, and repeats none', () => {
    expect(check(SETTINGS, {})).to.equal('WhatsApp account: secrets/accessToken: This field is required.')
    expect(check(SETTINGS, NO_TOKEN)).to.equal(
      'WhatsApp account: secrets/verifyToken: This field is required.',
    )
    expect(check(SETTINGS, { ...SECRETS, 'my-secret': 'x' })).to.equal(
      'WhatsApp account: secrets: The secrets of this account are accessToken, appSecret, verifyToken, appSecretPrevious.',
    )
    const problem = check(SETTINGS, { ...SECRETS, accessToken: 'my-secret\r\nx: y' })
    expect(problem).to.match(/^WhatsApp account: secrets\/accessToken: /)
    expect(problem).not.to.include('my-secret')
  })

  it('fails to open it in another form', () => {
    const open = () => whatsappOpener(parts).open({ settings: {} } as never, SECRETS, async () => undefined)
    expect(open).to.throw(/^WhatsApp account: wabaId: This field is required/)
  })

  it('needs the secrets again for every change', () => {
    for (const name of ['wabaId', 'graphVersion', 'baseUrl'])
      expect(whatsappOpener(parts).decidesRoute(name), name).to.equal(true)
  })
})
