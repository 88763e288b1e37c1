import { expect } from 'chai'
import {
  batchDigest,
  batchItemKey,
  idempotencyIdentity,
  type IdempotentOperation,
  identitiesUnder,
  MAX_BATCH_ITEMS,
  otpDigest,
  type MessageMaterial,
  type OtpMaterial,
} from '@postrider/core/messaging/domain/messages/idempotency'
import { fresh } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const scope = { organizationId: fresh.id('org'), appId: fresh.id('app') }
const itemKey = (index: number, key = 'order-0001'): string => batchItemKey(scope, key, index, sha256)
const differ = (digests: readonly string[]): boolean => new Set(digests).size === digests.length

describe('The identities of one key', () => {
  it('differ between operations', () => {
    const operations: readonly IdempotentOperation[] = [
      'messages',
      'batch',
      'batch.item',
      'otp',
      'otp.verify',
    ]
    const keys = operations.map((operation) => idempotencyIdentity(scope, operation, 'order-0001', sha256))
    expect(differ(keys)).to.equal(true)
  })

  it('differ between the positions of a batch, also if a key looks like a position', () => {
    expect(differ([itemKey(0), itemKey(1), itemKey(0, 'order-0002')])).to.equal(true)
    expect(
      differ([itemKey(1, '2:order-0001'), itemKey(12, 'order-0001'), itemKey(1, '2order-0001')]),
    ).to.equal(true)
  })

  it('are those of a message, of an OTP and of each possible item of a batch', () => {
    const all = identitiesUnder(scope, 'order-0001', sha256)
    expect(all).to.have.length(2 + MAX_BATCH_ITEMS)
    expect(differ(all)).to.equal(true)
    expect(all).to.include.members([
      idempotencyIdentity(scope, 'messages', 'order-0001', sha256),
      idempotencyIdentity(scope, 'otp', 'order-0001', sha256),
      itemKey(0),
      itemKey(MAX_BATCH_ITEMS - 1),
    ])
  })
})

describe('The digest of a batch', () => {
  it('covers its items in their order, each as often as it occurs', () => {
    const [one, other] = [fresh.hex(64), fresh.hex(64)]
    const sets = [[one, other], [other, one], [one], [one, one], [one, other, one]]
    expect(differ(sets.map((items) => batchDigest(items, sha256)))).to.equal(true)
    expect(batchDigest([one, other], sha256)).to.equal(batchDigest([one, other], sha256))
  })
})

describe('The digest of an OTP', () => {
  const material: OtpMaterial & MessageMaterial = {
    projectId: 'prj',
    appId: 'app',
    channel: 'sms',
    recipient: { to: '+919876543210' },
    templateId: 'tpl',
    variables: { name: 'Asha' },
    clientReference: undefined,
    otpVariable: 'code',
    otpLength: 6,
    ttlSeconds: 300,
  }

  const digestOf = (of: typeof material): string => otpDigest(of, of, sha256)

  const changes: ReadonlyArray<Partial<typeof material>> = [
    { projectId: 'prj2' },
    { appId: 'app2' },
    { channel: 'whatsapp' },
    { recipient: { to: '+919876543211' } },
    { templateId: 'tpl2' },
    { variables: { name: 'Asha', shop: 'x' } },
    { otpVariable: 'pin' },
    { otpLength: 7 },
    { ttlSeconds: 301 },
  ]
  for (const change of changes) {
    it(`differs by ${Object.keys(change).join()}`, () => {
      expect(digestOf({ ...material, ...change })).not.to.equal(digestOf(material))
    })
  }

  it('is the same for the same request', () => {
    expect(digestOf({ ...material })).to.equal(digestOf(material))
  })
})
