import { expect } from 'chai'
import { accountName, accountNamed } from '@postrider/core/ledger/domain/account'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { eventDigest } from '@postrider/core/ledger/domain/chain'
import { GENESIS_DIGEST } from '@postrider/core/kernel/digests/digest'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { sha256 } from '@postrider/conformance/builders/sha256'

const ENVIRONMENTS: readonly Environment[] = ['production', 'test']

describe('The name of an account within its Organization', () => {
  it('contains environment and currency', () => {
    const names = ENVIRONMENTS.map((environment) => accountName({ environment, currency: 'INR' }))
    expect(names).to.deep.equal(['production/INR', 'test/INR'])
    for (const environment of ENVIRONMENTS)
      expect(accountNamed(accountName({ environment, currency: 'USD' }))).to.deep.equal({
        environment,
        currency: 'USD',
      })
  })

  it("can't be any other text", () => {
    for (const text of [
      'INR',
      'production',
      'production/',
      '/INR',
      'live/INR',
      'test/INR/',
      'test/INR/x',
      '',
    ])
      expect(accountNamed(text), text).to.equal(undefined)
  })
})

describe('The digest of a ledger event', () => {
  const event: Omit<LedgerEvent, 'digest'> = {
    entryId: 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd',
    organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
    environment: 'test',
    currency: 'INR',
    seq: 1,
    type: 'credit',
    amountMinor: 100,
    appId: undefined,
    messageId: undefined,
    relatedEntryId: undefined,
    occurredAtMs: 1_768_478_400_000,
  }
  const digestIn = (environment: Environment, currency = 'INR') =>
    eventDigest(GENESIS_DIGEST, { ...event, environment, currency }, sha256)

  it('depends on its environment too', () => {
    const content =
      '14:ledger-event-1;64:0000000000000000000000000000000000000000000000000000000000000000;' +
      '30:org_01k9x7c2v5n8q4r6t0w3y1z5bd;10:production;3:INR;1:1;30:ent_01k9x7c2v5n8q4r6t0w3y1z5bd;6:credit;3:100;' +
      '-;-;-;13:1768478400000;'
    expect(digestIn('production')).to.equal(sha256(content))
    expect(digestIn('test')).to.equal(sha256(content.replace('10:production', '4:test')))
  })
})
