import { expect } from 'chai'
import {
  batchProblems,
  type BatchItem,
  type BatchItemParts,
  expandBatch,
  type LegacyItem,
} from '@postrider/core/messaging/domain/acceptance/expand-batch'
import type { Channel } from '@postrider/core/channels/channels'

const scope = { projectId: 'prj', appId: 'app' }

const request = {
  ...scope,
  channel: 'email',
  to: 'a@example.com',
  templateId: 'tpl',
  variables: { name: 'Asha' },
  clientReference: 'order-1',
  recipientName: 'Asha',
} as const

const canonical: BatchItem = { _tag: 'Canonical', request }

const legacy = (overrides: Partial<LegacyItem> = {}): BatchItem => ({
  _tag: 'Legacy',
  senderId: 'ASHA',
  recipients: ['+919876543210'],
  templates: new Map([['sms', 'tpl-s']]),
  variables: { name: 'Asha' },
  clientReference: undefined,
  ...overrides,
})

const toSeveral = (count: number, templates: readonly Channel[] = ['sms']): BatchItem =>
  legacy({
    recipients: Array.from({ length: count }, (_, at) => `+91987654${String(at).padStart(4, '0')}`),
    templates: new Map(templates.map((channel) => [channel, `tpl-${channel}`])),
  })

const expanded = (...items: readonly BatchItem[]) => {
  expect(malformed(...items)).to.deep.equal([])
  return expandBatch(items, scope)
}

const malformed = (...items: ReadonlyArray<BatchItemParts | undefined>): readonly string[] =>
  batchProblems(items).map(({ field, code }) => `${field} ${code}`)

describe('Expanding a batch', () => {
  it('leaves a canonical item unchanged and records its position', () => {
    expect(expanded(legacy(), canonical)[1]).to.deep.equal({
      request,
      legacySenderId: undefined,
      places: {
        item: '/messages/1',
        to: '/messages/1/to',
        templateId: '/messages/1/templateId',
        variables: '/messages/1/variables',
      },
    })
  })

  it("turns a legacy item into a request within the credential's scope, and records its aliases", () => {
    const item = legacy({ recipients: ['+1', '+2'], clientReference: 'order-2' })
    expect(expanded(item)[1]).to.deep.equal({
      request: {
        ...scope,
        channel: 'sms',
        to: '+2',
        templateId: 'tpl-s',
        variables: { name: 'Asha' },
        clientReference: 'order-2',
      },
      legacySenderId: 'ASHA',
      places: {
        item: '/messages/0',
        to: '/messages/0/r/1',
        templateId: '/messages/0/st',
        variables: '/messages/0/v',
      },
    })
  })

  it('orders by items, then recipients, then SMS, WhatsApp and email, in any order of input', () => {
    const templates = new Map<Channel, string>([
      ['email', 'tpl-e'],
      ['whatsapp', 'tpl-w'],
      ['sms', 'tpl-s'],
    ])
    const item = legacy({ recipients: ['+1', '+2'], templates })
    const all = expanded(item, canonical)
    expect(all.map(({ request: { to, channel } }) => `${to} ${channel}`)).to.deep.equal([
      '+1 sms',
      '+1 whatsapp',
      '+1 email',
      '+2 sms',
      '+2 whatsapp',
      '+2 email',
      'a@example.com email',
    ])
    expect(all.slice(0, 3).map(({ places }) => places.templateId)).to.deep.equal([
      '/messages/0/st',
      '/messages/0/wt',
      '/messages/0/et',
    ])
  })

  it('makes two messages for a recipient that is named twice', () => {
    expect(expanded(legacy({ recipients: ['+1', '+1'] }))).to.have.length(2)
  })

  it('accepts 50 messages and refuses 51, in any combination', () => {
    expect(expanded(toSeveral(24, ['sms', 'email']), canonical, canonical)).to.have.length(50)
    expect(malformed(toSeveral(25, ['sms', 'email']), canonical)).to.deep.equal(['/messages too_many'])
    expect(malformed(...Array.from({ length: 51 }, () => canonical))).to.deep.equal(['/messages too_many'])
  })

  it('refuses a batch without messages', () => {
    expect(malformed()).to.deep.equal(['/messages too_few'])
    expect(malformed(legacy({ templates: new Map() }), legacy({ recipients: [] }))).to.deep.equal([
      '/messages too_few',
    ])
  })

  it('refuses enabled channels without a template, all of them together', () => {
    const templates = new Map<Channel, string | undefined>([
      ['sms', undefined],
      ['whatsapp', 'tpl-w'],
      ['email', undefined],
    ])
    expect(malformed(canonical, legacy({ templates }))).to.deep.equal([
      '/messages/1/st required',
      '/messages/1/et required',
    ])
  })

  it('reports all malformed values together, and nothing about what is too broken to check', () => {
    const bare = legacy({ templates: new Map<Channel, string | undefined>([['sms', undefined]]) })
    expect(malformed(toSeveral(50), bare)).to.deep.equal(['/messages too_many', '/messages/1/st required'])
    const broken: BatchItemParts = { _tag: 'Legacy', recipients: undefined, templates: new Map() }
    expect(malformed(broken, undefined)).to.deep.equal([])
    expect(malformed(broken)).to.deep.equal([])
  })
})
