import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { readConsent, readFragment } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { HELP_WORDS } from '@postrider/core/messaging/domain/inbound/consent-words'
import {
  type KeywordReply,
  type ReplyFacts,
  replyKeyOf,
  replyKindOf,
  replyTemplateOf,
  replyTo,
} from '@postrider/core/messaging/domain/inbound/keyword-reply'
import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { preparedOf } from '../../../fakes/app-catalog-of.js'

const ASHA = '+919876543210'

const written = (text: string, more: Partial<StoredInbound> = {}): StoredInbound =>
  aStoredInbound({ text, consentChange: readConsent(text).consentChange, receivedAtMs: NOW_MS, ...more })

describe('The keyword of an inbound message', () => {
  it('asks for help in any language', () => {
    for (const word of HELP_WORDS)
      expect(replyKindOf(written(` ${word.toUpperCase()}? `)), word).to.equal('help')
    expect(replyKindOf(written('Where is my order?'))).to.equal(undefined)
    expect(replyKindOf(written('help me find the order that I placed'))).to.equal(undefined)
  })

  it('asks for a confirmation if it changes consent', () => {
    expect(replyKindOf(written('STOP'))).to.equal('stop')
    expect(replyKindOf(written('Stop promotions'))).to.equal(undefined)
    const consentChange = { wants: 'start', scope: 'promotional' } as const
    expect(replyKindOf(written('', { consentChange }))).to.equal(undefined)
    expect(replyKindOf(written('start'))).to.equal('start')
  })

  it('asks for nothing while the text is incomplete or a person has to read it', () => {
    expect(replyKindOf(written('help', { missingParts: 1 }))).to.equal(undefined)
    expect(replyKindOf(written('help', { task: 'unclear' }))).to.equal(undefined)
    const { consentChange } = readFragment('STOP')
    expect(replyKindOf(written('STOP', { missingParts: 1, consentChange }))).to.equal(undefined)
  })
})

describe('The reply to a keyword', () => {
  const facts = (more: Partial<ReplyFacts> = {}): ReplyFacts => ({
    organizationId: fresh.id('org'),
    replier: { appId: fresh.id('app'), channel: 'sms' },
    person: ASHA,
    changed: undefined,
    ...more,
  })
  const next = () => fresh.id('msg')
  const changed = () => ({ suppressionId: fresh.id('sup') })

  it('goes from the sender that was written to, to the person who wrote', () => {
    const message = written('HELP', { to: '56767' })
    expect(replyTo(message, facts(), NOW_MS, next)).to.include({
      kind: 'help',
      sender: '56767',
      to: ASHA,
      inboundId: message.inboundId,
      receivedAtMs: NOW_MS,
    })
  })

  it('is missing without an app, without a person, and if a keyword changed nothing', () => {
    expect(replyTo(written('HELP'), facts({ replier: undefined }), NOW_MS, next)).to.equal(undefined)
    expect(replyTo(written('HELP'), facts({ person: undefined }), NOW_MS, next)).to.equal(undefined)
    for (const text of ['STOP', 'START']) {
      expect(replyTo(written(text), facts(), NOW_MS, next), text).to.equal(undefined)
      expect(replyTo(written(text), facts({ changed: changed() }), NOW_MS, next)).not.to.equal(undefined)
    }
  })

  it('is missing five minutes after the message arrived', () => {
    const after = (ms: number) => replyTo(written('HELP'), facts(), NOW_MS + ms, next)
    expect(after(5 * MINUTE_MS - 1)).not.to.equal(undefined)
    expect(after(5 * MINUTE_MS)).to.equal(undefined)
  })

  it('has the number of its suppression only as the confirmation of an opt-out', () => {
    const hasNumber = (text: string) => {
      const change = changed()
      const reply = replyTo(written(text), facts({ changed: change }), NOW_MS, next)
      return reply?.messageId.slice(4) === change.suppressionId.slice(4)
    }
    expect(hasNumber('STOP')).to.equal(true)
    expect(hasNumber('START')).to.equal(false)
  })
})

describe('The idempotency key of a reply', () => {
  const reply = (more: Partial<KeywordReply> = {}): KeywordReply => ({
    inboundId: fresh.id('inb'),
    messageId: fresh.id('msg'),
    organizationId: fresh.id('org'),
    appId: fresh.id('app'),
    channel: 'sms',
    kind: 'help',
    sender: '56767',
    to: ASHA,
    receivedAtMs: NOW_MS,
    ...more,
  })
  const keys = (...replies: readonly KeywordReply[]) =>
    new Set(replies.map((one) => replyKeyOf(one, sha256))).size

  it('is the same for the help of one person, sender and day', () => {
    const dayMs = Date.UTC(2026, 10, 29)
    const [first, last] = [reply({ receivedAtMs: dayMs }), reply({ receivedAtMs: dayMs + 86_399_999 })]
    expect(keys(first, last)).to.equal(1)
    expect(keys(first, reply({ receivedAtMs: dayMs - 1 }))).to.equal(2)
    expect(keys(first, reply({ receivedAtMs: dayMs, sender: '56768' }))).to.equal(2)
    expect(keys(first, reply({ receivedAtMs: dayMs, to: '+919876543211' }))).to.equal(2)
  })

  it('is of one message for a confirmation', () => {
    const one = reply({ kind: 'stop' })
    expect(keys(one, { ...one, receivedAtMs: NOW_MS + 9 })).to.equal(1)
    expect(keys(one, reply({ kind: 'stop' }), { ...one, kind: 'start' })).to.equal(3)
  })
})

describe('The template of a reply', () => {
  const template = aTemplate({ variables: [] })
  const found = (more: Parameters<typeof aTemplate>[0], channel: 'sms' | 'whatsapp' = 'sms') => {
    const own = { ...template, ...more }
    const tenant = aTenant({
      app: { keywordReplies: { help: [fresh.id('tpl'), own.templateId] } },
      template: own,
    })
    return replyTemplateOf(preparedOf(tenant), 'help', channel)
  }

  it('is the approved, transactional one of the channel', () => {
    expect(found({})).to.equal(template.templateId)
    expect(found({}, 'whatsapp')).to.equal(undefined)
    expect(found({ status: 'paused' })).to.equal(undefined)
    expect(found({ category: 'promotional' })).to.equal(undefined)
    expect(replyTemplateOf(preparedOf(aTenant()), 'help', 'sms')).to.equal(undefined)
  })
})
