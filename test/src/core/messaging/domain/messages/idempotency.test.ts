import { expect } from 'chai'
import fc from 'fast-check'
import {
  idempotencyIdentity,
  materialDigest,
  type MessageMaterial,
} from '@postrider/core/messaging/domain/messages/idempotency'
import { fresh } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { check } from '../../../check.js'

const scope = { organizationId: fresh.id('org'), appId: fresh.id('app') }
const keyOf = (key: string, of = scope): string => idempotencyIdentity(of, 'messages', key, sha256)

const material: MessageMaterial = {
  projectId: 'prj',
  appId: 'app',
  channel: 'sms',
  recipient: { to: '+919876543210' },
  templateId: 'tpl',
  variables: { a: '1', b: '2' },
  clientReference: 'order-1',
}
const digestOf = (of: Partial<MessageMaterial> = {}): string => materialDigest({ ...material, ...of }, sha256)

describe('An idempotency identity', () => {
  it('is 128 bits, and the same for the same key of the same app', () => {
    expect(keyOf('order-0001')).to.match(/^[0-9a-f]{32}$/)
    expect(keyOf('order-0001')).to.equal(keyOf('order-0001'))
  })

  it('differs between keys that differ in case, and between Organizations and apps', () => {
    const all = [
      ...['KEY-00001', 'key-00001', 'key-00001 '].map((key) => keyOf(key)),
      keyOf('key-00001', { ...scope, appId: fresh.id('app') }),
      keyOf('key-00001', { ...scope, organizationId: fresh.id('org') }),
    ]
    expect(new Set(all).size).to.equal(all.length)
  })
})

describe('The digest of a request', () => {
  it("doesn't depend on the order of its variables", () => {
    expect(digestOf({ variables: { b: '2', a: '1' } })).to.equal(digestOf())
  })

  it('differs for an absent client reference and an empty one', () => {
    expect(digestOf({ clientReference: '' })).not.to.equal(digestOf({ clientReference: undefined }))
  })

  it("excludes the recipient's name", () => {
    const named = { ...material, recipientName: 'Asha' }
    expect(materialDigest(named, sha256)).to.equal(digestOf())
  })

  const changes: ReadonlyArray<Partial<MessageMaterial>> = [
    { projectId: 'prj2' },
    { appId: 'app2' },
    { channel: 'whatsapp' },
    { recipient: { to: '+919876543211' } },
    { templateId: 'tpl2' },
    { variables: { a: '1', b: '3' } },
    { clientReference: 'order-2' },
    { clientReference: undefined },
    { clientReference: '' },
  ]
  for (const change of changes) {
    it(`differs with ${JSON.stringify(change)}${'clientReference' in change && change.clientReference === undefined ? ' absent' : ''}`, () => {
      expect(digestOf(change)).not.to.equal(digestOf())
    })
  }

  it('depends on where a value ends and the next name starts', () => {
    const alike = [
      { a: '1', b: '2' },
      { a: '1b2' },
      { a: '1', b: '2', '': '' },
      { a1b: '2' },
      { ab: '12' },
      { a: '', '1b2': '' },
      {},
    ]
    const digests = alike.map((variables) => digestOf({ variables }))
    expect(new Set(digests).size).to.equal(alike.length)
  })

  it('separates the variables from the reference after them', () => {
    expect(digestOf({ variables: { a: '1' }, clientReference: 'b' })).not.to.equal(
      digestOf({ variables: { a: '1', b: '' }, clientReference: undefined }),
    )
  })

  it('is the same for two requests only if all of their fields are the same', () => {
    const word = fc.constantFrom('', 'a', 'b', 'ab', '1:a;', '-;')
    const some = fc.record({
      recipient: fc.record({ to: word }),
      templateId: word,
      variables: fc.dictionary(word, word, { maxKeys: 3, noNullPrototype: true }),
      clientReference: fc.option(word, { nil: undefined }),
    })
    const spell = ({ variables, ...rest }: { variables: Record<string, string> }): string =>
      JSON.stringify([rest, Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))])
    check(
      fc.property(some, some, (one, other) => {
        expect(digestOf(one) === digestOf(other)).to.equal(spell(one) === spell(other))
      }),
      2000,
    )
  })
})
