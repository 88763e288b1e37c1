import { expect } from 'chai'
import type { Sender } from '@postrider/core/channels/channels'
import { readUnsubscribeLink } from '@postrider/core/consent/use-cases/unsubscribe'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { NOT_FOUND } from '../../../runner/use-cases/strange.js'
import { E } from '@postrider/core/fp'
import { aDispatcher } from '../../../fakes/dispatch-world.js'
import { aCaller } from './a-caller.js'

const [older, newer] = [parseMasterKey(newMasterKey()), parseMasterKey(newMasterKey())]
const both = createKeyRing({ current: newer, previous: [older] })

const FROM = { channel: 'email', from: 'news@shop.example' } as const

interface Changes {
  readonly lane?: Lane
  readonly publicUrl?: string
  readonly sealingKey?: KeyId
  readonly sender?: Sender
  readonly language?: string
}

/** Sends an email to Zoe, and returns what the provider gets of the unsubscribe link. */
const offered = async ({
  lane = 'promotional',
  publicUrl = 'https://api.example.com',
  sealingKey,
  sender = FROM,
  language = 'en',
}: Changes = {}) => {
  const one = aDispatcher()
  const caller = aCaller(one, { keyRing: both, publicUrl })
  const content = { channel: 'email', subject: 'Sale', text: 'Sale' } as const
  const template = compileTemplate(aTemplate({ content, variables: [], language }))
  const message = { channel: 'email', lane, to: 'Zoe@Example.com', variables: {} } as const
  const outcome = await caller.call(caller.aCall(message, { sender, template, sealingKey }))
  expect(outcome._tag).to.equal('Accepted')
  const { organizationId } = one.tenant.scope
  return { offer: one.provider.submissions[0]?.submission.unsubscribe, organizationId }
}

const tokenIn = (offer: { readonly url: string } | undefined): string => offer?.url.split('/').at(-1) ?? ''

describe('The unsubscribe link of an email', () => {
  it('names recipient and Organization, and the sender as recipients know it', async () => {
    const { offer, organizationId } = await offered({ sender: { ...FROM, fromName: 'The Shop' } })
    expect(offer?.label).to.equal('Unsubscribe')
    expect(offer?.url).to.match(/^https:\/\/api\.example\.com\/unsubscribe\/[\w.-]+$/)
    expect(readUnsubscribeLink({ keyRing: both })(tokenIn(offer))).to.deep.equal(
      E.right({
        organizationId,
        recipient: recipientDigest('zoe@example.com', sha256),
        maskedTo: 'Z***@Example.com',
        sender: 'The Shop',
        language: 'en',
      }),
    )
  })

  it('has the language of the template, and the address of a sender without a name', async () => {
    const { offer } = await offered({ language: 'de-AT' })
    expect(offer?.label).to.equal('Abmelden')
    const read = readUnsubscribeLink({ keyRing: both })(tokenIn(offer))
    expect(E.isRight(read) && read.right).to.include({ language: 'de', sender: 'news@shop.example' })
  })

  it('reveals nothing about the recipient, not even to somebody who can guess', async () => {
    const { offer, organizationId } = await offered()
    const token = tokenIn(offer)
    const readable = [
      token,
      ...token.split('.').map((part) => Buffer.from(part, 'base64url').toString()),
    ].join()
    for (const secret of ['oe@', 'xample', organizationId, recipientDigest('zoe@example.com', sha256)])
      expect(readable).not.to.include(secret)
    expect(tokenIn((await offered()).offer), 'the same recipient').not.to.equal(token)
  })

  it('is only in promotional messages of channels that have such links', async () => {
    expect((await offered({ lane: 'transactional' })).offer).to.equal(undefined)
    expect((await offered({ sender: { channel: 'sms', header: 'TSHOP' } })).offer).to.equal(undefined)
  })

  it('is sealed with the key that the installation names, as far as this process has it', async () => {
    expect(both.keyOf(tokenIn((await offered({ sealingKey: older.id })).offer))).to.equal(older.id)
    expect(both.keyOf(tokenIn((await offered()).offer))).to.equal(newer.id)
    expect(both.keyOf(tokenIn((await offered({ sealingKey: 'other' })).offer))).to.equal(newer.id)
  })

  it('works after a rotation of keys as long as a process has the previous key', async () => {
    const token = tokenIn((await offered({ sealingKey: older.id })).offer)
    expect(E.isRight(readUnsubscribeLink({ keyRing: both })(token))).to.equal(true)
    const keyRing = createKeyRing({ current: newer })
    expect(readUnsubscribeLink({ keyRing })(token)).to.deep.equal(E.left(NOT_FOUND))
  })

  it('is refused in any other form, and in place of another sealed text', async () => {
    const token = tokenIn((await offered()).offer)
    const elsewhere = both.seal('["org","x","y","z","en"]', 'messages|otp', undefined)
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    for (const other of [
      '',
      'x',
      token.slice(0, -1),
      `${token.slice(0, -2)}${last}${last}`,
      `${token}.x`,
      elsewhere,
    ])
      expect(readUnsubscribeLink({ keyRing: both })(other), other).to.deep.equal(E.left(NOT_FOUND))
  })
})
