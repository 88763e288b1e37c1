import { expect } from 'chai'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemRandom } from '@postrider/node/system/system-random'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { systemTimers } from '@postrider/node/system/system-timers'
import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { TEST_CERTIFICATE_PEM } from '../provider-smtp/test-certificate.js'
import { LOGIN } from './open-smpp.js'

const opener = smppOpener({
  clock: createSystemClock(),
  timers: systemTimers,
  random: systemRandom,
  networks: providerNetworks(['10.7.0.0/16']),
})
const settings = { host: 'smpp.example', port: 3550, tls: 'implicit' }

describe('The check of an SMPP account', () => {
  const check = (changes: object, secrets: Readonly<Record<string, string>> = LOGIN) =>
    opener.check({ settings: { ...settings, ...changes }, maxConcurrent: 4 }, secrets)

  it('refuses settings with which no SMSC can be called', () => {
    expect(check({})).to.equal(undefined)
    const all = { bind: 'pair', binds: 2, window: 10, enquireSeconds: 30, defaultAlphabet: 'latin1', sourceTon: 0,
      sourceNpi: 1, validity: 'absolute', receiptParts: 'last', receiptId: 'hex-to-decimal', longMessages: 'payload',
      systemType: 'VMA', statusMap: '0x0B=recipient_invalid,1024=unknown', errorMap: '600-649=dlt_scrubbed, 1B=provider_rejected',
      statMap: 'EXPIRE=undelivered', shortCodeTon: 6, shortCodeNpi: 0,
      dlt: 'tlv', caPem: TEST_CERTIFICATE_PEM } // prettier-ignore
    expect(check(all, { ...LOGIN, dltChain: '1302' })).to.equal(undefined)
  })

  it('allows a private host only if the installation lists it, and never one of metadata', () => {
    expect(check({ host: '10.7.0.1' })).to.equal(undefined)
    expect(check({ host: '10.8.0.1' })).to.match(
      /^SMPP account: host is private, and POSTRIDER_PROVIDER_NETWORKS/,
    )
    expect(check({ host: '169.254.169.254' })).to.match(/^SMPP account: host is a link-local/)
  })

  it('reports a sentence that names the setting and repeats no secret', () => {
    for (const [changes, word] of [
      [{ host: undefined }, 'host: This field is required'],
      [{ host: 'a b' }, 'host'],
      [{ port: '2775' }, 'port'],
      [{ tls: undefined }, 'tls'],
      [{ tls: 'starttls' }, 'tls'],
      [{ window: 0 }, 'window'],
      [{ binds: 1.5 }, 'binds'],
      [{ enquireSeconds: 1 }, 'enquireSeconds'],
      [{ bind: 'both' }, 'bind'],
      [{ systemType: 'x'.repeat(13) }, 'systemType'],
      [{ statusMap: '0x0B' }, 'statusMap'],
      [{ statusMap: '0=unknown' }, 'statusMap'],
      [{ errorMap: '9-1=dlt_scrubbed' }, 'errorMap'],
      [{ errorMap: '600=anything' }, 'errorMap'],
      [{ statMap: 'EXPIRE=gone' }, 'statMap'],
      [{ caPem: 'pem' }, 'caPem'],
      [{ color: 'red' }, 'color: This field is unknown'],
    ] as const)
      expect(check(changes), JSON.stringify(changes))
        .to.match(/^SMPP account: /)
        .and.include(word)
    for (const secrets of [
      {},
      { systemId: 'my-secret' },
      { ...LOGIN, 'my-secret': 'x' },
      { ...LOGIN, systemId: 'my-secret is far too long' },
      { ...LOGIN, password: 'my-secret ä' },
      { ...LOGIN, dltChain: 'my-secret' },
    ])
      expect(check({}, secrets))
        .to.match(/^SMPP account: /)
        .and.not.include('my-secret')
  })

  it('knows where its password is sent', () => {
    expect(
      ['host', 'port', 'tls', 'caPem', 'window'].filter((name) => opener.decidesRoute(name)),
    ).to.deep.equal(['host', 'port', 'tls', 'caPem'])
  })
})
