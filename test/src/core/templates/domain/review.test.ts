import type { DraftContent, Registration } from '@postrider/core/channels/channels'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  TEMPLATE_STATES,
  type TemplateDraft,
  type TemplateState,
} from '@postrider/core/templates/domain/draft'
import { needsVendor, review, type ReviewAct, type ReviewStep } from '@postrider/core/templates/domain/review'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../check.js'

const DLT: Registration = { channel: 'sms', entityId: '1001', templateId: '1007', header: 'ACMEIN' }
const META: Registration = { channel: 'whatsapp', name: 'shipped', language: 'en', namespace: 'acme' }

const SEND_TO_VENDOR = { _tag: 'SendToVendor', vendorTemplate: undefined } as const

const text = 'Order {{order}} has left.'
const variables = [{ name: 'order', type: 'numeric' as const, example: '10024' }]
const CONTENTS = {
  'an SMS': { channel: 'sms', text },
  'an SMS for +91': { channel: 'sms', text, dlt: true },
  'an email': { channel: 'email', subject: 'Left', text },
  'a WhatsApp': { channel: 'whatsapp', text },
} as const satisfies Record<string, DraftContent>
type What = keyof typeof CONTENTS

const registrationOf = (content: DraftContent): Registration => (content.channel === 'whatsapp' ? META : DLT)

const actsOn = (content: DraftContent): readonly ReviewAct[] => [
  { _tag: 'Submit' },
  { _tag: 'Approve', isForSandbox: false },
  { _tag: 'Approve', isForSandbox: true },
  SEND_TO_VENDOR,
  { _tag: 'RecordRegistration', registration: registrationOf(content) },
  { _tag: 'Reject' },
  { _tag: 'Pause' },
  { _tag: 'Resume' },
  { _tag: 'Retire' },
]
const nameOf = (act: ReviewAct): string =>
  act._tag === 'Approve' && act.isForSandbox ? 'ApproveForSandbox' : act._tag

const step = (act: ReviewAct, overrides: Partial<ReviewStep> = {}): ReviewStep => ({
  version: 1,
  act,
  actor: { kind: 'operator', id: 'asha' },
  atMs: NOW_MS + 5,
  reasonCode: 'because',
  reason: 'As it is.',
  variable: undefined,
  ...overrides,
})
const after = (draft: TemplateDraft, taken: ReviewStep): TemplateDraft => {
  const next = review(draft, taken)
  return E.isRight(next) ? next.right : expect.fail(JSON.stringify(next.left))
}
const refused = (draft: TemplateDraft, taken: ReviewStep): readonly string[] => {
  const next = review(draft, taken)
  if (E.isRight(next)) return ['not refused']
  return [next.left._tag, ...next.left.fields.map(({ field, code }) => `${field} ${code}`)]
}

/** The valid transitions, spelled out: state, act, next state. Every other act is a Conflict. */
const ROADS: Readonly<Record<string, TemplateState>> = {
  'draft Submit': 'internal_review',
  'internal_review Reject': 'rejected',
  'internal_review ApproveForSandbox': 'approved',
  'pending_vendor RecordRegistration': 'approved',
  'pending_vendor Reject': 'rejected',
  'approved Pause': 'paused',
  'approved Retire': 'retired',
  'paused Resume': 'approved',
  'paused Retire': 'retired',
}
const ROADS_OF: Readonly<Record<What, Readonly<Record<string, TemplateState>>>> = {
  'an SMS': { ...ROADS, 'internal_review Approve': 'approved' },
  'an SMS for +91': { ...ROADS, 'internal_review SendToVendor': 'pending_vendor' },
  'an email': { ...ROADS, 'internal_review Approve': 'approved' },
  'a WhatsApp': { ...ROADS, 'internal_review SendToVendor': 'pending_vendor' },
}

describe('The review of a template', () => {
  for (const what of Object.keys(CONTENTS) as What[])
    for (const state of TEMPLATE_STATES)
      for (const act of actsOn(CONTENTS[what])) {
        const road = `${state} ${nameOf(act)}`
        const to = ROADS_OF[what][road]
        if (what === 'an email' && road === 'pending_vendor RecordRegistration') continue
        it(`takes ${what} from ${road} ${to === undefined ? 'nowhere' : `to ${to}`}`, () => {
          const draft = aDraft({ content: CONTENTS[what], variables, state })
          if (to === undefined) expect(refused(draft, step(act))).to.deep.equal(['Conflict'])
          else expect(after(draft, step(act)).state).to.equal(to)
        })
      }

  it('sends WhatsApp and SMS for +91 to a vendor, and nothing else', () => {
    const sent = (Object.keys(CONTENTS) as What[]).filter((what) => needsVendor(CONTENTS[what]))
    expect(sent).to.deep.equal(['an SMS for +91', 'a WhatsApp'])
    expect(needsVendor({ channel: 'sms', text, dlt: false })).to.equal(false)
  })

  it('records who, when and why, and changes nothing else of the version', () => {
    const draft = aDraft({ state: 'internal_review', history: [] })
    const before = structuredClone(draft)
    const rejected = after(draft, step({ _tag: 'Reject' }, { variable: 'name' }))
    const transition = {
      state: 'rejected',
      actor: { kind: 'operator', id: 'asha' },
      atMs: NOW_MS + 5,
      reasonCode: 'because',
      reason: 'As it is.',
      variable: 'name',
    }
    const changed = { state: 'rejected', stateSinceMs: NOW_MS + 5, history: [transition] }
    expect(rejected).to.deep.equal({ ...before, ...changed })
    expect(draft).to.deep.equal(before)
  })

  it('keeps the whole history, with the times of each state', () => {
    const draft = aDraft({ content: CONTENTS['an SMS for +91'], variables })
    const submitted = after(draft, step({ _tag: 'Submit' }, { atMs: 1 }))
    const sent = after(submitted, step(SEND_TO_VENDOR, { atMs: 2 }))
    const approved = after(sent, step({ _tag: 'RecordRegistration', registration: DLT }, { atMs: 3 }))
    const paused = after(approved, step({ _tag: 'Pause' }, { atMs: 4 }))
    expect(paused.history.map(({ state, atMs }) => [state, atMs])).to.deep.equal([
      ['internal_review', 1],
      ['pending_vendor', 2],
      ['approved', 3],
      ['paused', 4],
    ])
    const clocks = [submitted, sent, approved, paused].map((each) => [each.stateSinceMs, each.expectedByMs])
    const expected = [1 + DAY_MS, 2 + 3 * DAY_MS, undefined, undefined]
    expect(clocks).to.deep.equal(expected.map((by, at) => [at + 1, by]))
    expect([submitted, sent, approved, paused].map(({ registration }) => registration)).to.deep.equal([
      undefined,
      undefined,
      DLT,
      DLT,
    ])
  })

  it('expects the vendor of WhatsApp within a day', () => {
    const draft = aDraft({ content: CONTENTS['a WhatsApp'], variables, state: 'internal_review' })
    expect(after(draft, step(SEND_TO_VENDOR, { atMs: 7 })).expectedByMs).to.equal(7 + DAY_MS)
  })

  it('refuses an act on another version than the present one', () => {
    for (const version of [1, 3])
      expect(refused(aDraft({ version: 2 }), step({ _tag: 'Submit' }, { version }))).to.deep.equal([
        'Conflict',
      ])
  })

  it('accepts no draft with lint errors', () => {
    const draft = aDraft({ content: { channel: 'sms', text: 'Hi' } })
    expect(refused(draft, step({ _tag: 'Submit' }))).to.deep.equal([
      'InvalidRequest',
      '/variables/0/name mismatch',
      '/variables/1/name mismatch',
    ])
  })

  it('needs a reason for rejecting or pausing a version, and otherwise none', () => {
    const silent = { reasonCode: undefined, reason: undefined }
    for (const [state, act] of [
      ['internal_review', { _tag: 'Reject' }],
      ['pending_vendor', { _tag: 'Reject' }],
      ['approved', { _tag: 'Pause' }],
    ] as const)
      expect(refused(aDraft({ state }), step(act, silent))).to.deep.equal([
        'InvalidRequest',
        '/reasonCode required',
        '/reason required',
      ])
    expect(after(aDraft(), step({ _tag: 'Submit' }, silent)).state).to.equal('internal_review')
  })

  it('blames no undeclared variable', () => {
    const draft = aDraft({ state: 'internal_review' })
    expect(refused(draft, step({ _tag: 'Reject' }, { variable: 'nobody' }))).to.deep.equal([
      'InvalidRequest',
      '/variable mismatch',
    ])
  })

  it('accepts no registration of another channel', () => {
    const sms = aDraft({ content: CONTENTS['an SMS for +91'], variables, state: 'pending_vendor' })
    const whatsapp = aDraft({ content: CONTENTS['a WhatsApp'], variables, state: 'pending_vendor' })
    for (const [draft, registration] of [
      [sms, META],
      [whatsapp, DLT],
    ] as const)
      expect(refused(draft, step({ _tag: 'RecordRegistration', registration }))).to.deep.equal([
        'InvalidRequest',
        '/registration mismatch',
      ])
  })

  it("stores the name submitted to WhatsApp's vendor, and refuses one for other channels", () => {
    const named = { ...SEND_TO_VENDOR, vendorTemplate: { name: 'shipped', language: 'en_US' } }
    const whatsapp = aDraft({ content: CONTENTS['a WhatsApp'], variables, state: 'internal_review' })
    const sent = after(whatsapp, step(named))
    expect(sent).to.deep.include({ vendorTemplate: named.vendorTemplate, registration: undefined })
    expect(after(sent, step({ _tag: 'Reject' })).vendorTemplate).to.deep.equal(named.vendorTemplate)
    const sms = aDraft({ content: CONTENTS['an SMS for +91'], variables, state: 'internal_review' })
    expect(refused(sms, step(named))).to.deep.equal(['InvalidRequest', '/vendorTemplate not_allowed'])
  })

  it("makes nothing sendable, in any sequence, that wasn't reviewed here and by its vendor", () => {
    const what = fc.constantFrom(...(Object.keys(CONTENTS) as What[]))
    check(
      fc.property(what, fc.array(fc.nat(), { maxLength: 30 }), (kind, tries) => {
        const content = CONTENTS[kind]
        const acts = actsOn(content).filter((act) => nameOf(act) !== 'ApproveForSandbox')
        let draft = aDraft({ content, variables })
        for (const at of tries) {
          const next = review(draft, step(acts[at % acts.length] ?? { _tag: 'Submit' }))
          if (E.isRight(next)) draft = next.right
        }
        const states = draft.history.map(({ state }) => state)
        expect(draft.state).to.equal(states.at(-1) ?? 'draft')
        if (!states.includes('approved')) return
        const vendor = needsVendor(content) ? (['pending_vendor'] as const) : []
        expect(states.slice(0, 2 + vendor.length)).to.deep.equal(['internal_review', ...vendor, 'approved'])
        expect(draft.registration !== undefined).to.equal(needsVendor(content))
      }),
      1_000,
    )
  })
})
