import { expect } from 'chai'
import { type MessageFacts, messageViolations } from '@postrider/core/platform/domain/verification/invariants'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { maskOf } from '@postrider/core/kernel/messages/sealed-variables'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const variables = { name: 'Asha', code: maskOf(6) }

/** A message with an OTP, and its challenge, without money and dispatch. */
const carrying = (message: Partial<Message> = {}, challenge: Partial<Challenge> = {}): MessageFacts => {
  const carrier = aMessage({ lane: 'otp', variables, sealedVariables: 'sealed', ...message })
  const { messageId, organizationId, appId, channel } = carrier
  const facts = { attempts: [], events: [], receipts: [], keys: [], dueAtMs: NOW_MS, unitAmountMinor: 25 }
  const bound = aChallenge({ messageId, organizationId, appId, channel, ...challenge })
  return { ...facts, appEnvironment: undefined, message: carrier, challenge: bound }
}

/** The findings about the OTP. These facts have nothing else. */
const findings = (facts: MessageFacts): readonly string[] =>
  messageViolations(facts)
    .filter(({ invariant }) => invariant.startsWith('O-'))
    .map(({ invariant, finding }) => `${invariant}: ${finding}`)

const sent = { state: 'SUBMITTED', sealedVariables: undefined } as const
const { expiresAtMs } = aChallenge()
const verified = { state: 'VERIFIED', attempts: 1, verifiedAtMs: expiresAtMs - 1 } as const

const planted: ReadonlyArray<readonly [string, MessageFacts, string]> = [
  [
    'has a challenge of another message',
    carrying({}, { messageId: fresh.id('msg') }),
    'O-1: its challenge is of another message, Organization, app or channel',
  ],
  [
    'has a challenge of another Organization',
    carrying({}, { organizationId: fresh.id('org') }),
    'O-1: its challenge is of another message, Organization, app or channel',
  ],
  [
    'has a challenge of another app',
    carrying({}, { appId: fresh.id('app') }),
    'O-1: its challenge is of another message, Organization, app or channel',
  ],
  [
    'has a challenge of another channel',
    carrying({}, { channel: 'whatsapp' }),
    'O-1: its challenge is of another message, Organization, app or channel',
  ],
  [
    'was verified without an attempt',
    carrying(sent, { ...verified, attempts: 0 }),
    'O-1: its challenge was verified without an attempt',
  ],
  [
    'was verified at the exact time of its end',
    carrying(sent, { ...verified, verifiedAtMs: expiresAtMs }),
    'O-1: its challenge was verified outside its validity',
  ],
  [
    'was verified without a time',
    carrying(sent, { ...verified, verifiedAtMs: undefined }),
    'O-1: its challenge was verified outside its validity',
  ],
  [
    'was superseded after its success',
    carrying(sent, { ...verified, state: 'SUPERSEDED' }),
    'O-1: its challenge is SUPERSEDED, but has a time of success',
  ],
  [
    'got six codes',
    carrying(sent, { state: 'LOCKED', attempts: 6 }),
    'O-2: 6 codes were tried for its challenge',
  ],
  [
    'has its code in clear',
    carrying({ variables: { name: 'Asha', code: '004217' } }),
    'O-5: contains an OTP, but none of its variables is masked',
  ],
]

describe('The invariants of an OTP', () => {
  it('hold from its acceptance to its success, and if it is locked or superseded', () => {
    const sound = [
      carrying(),
      carrying(sent),
      carrying(sent, verified),
      carrying(sent, { ...verified, attempts: 5 }),
      carrying(sent, { state: 'LOCKED', attempts: 5 }),
      carrying(sent, { state: 'SUPERSEDED' }),
    ]
    expect(sound.flatMap(findings)).to.deep.equal([])
  })

  it("don't apply to a message without one", () => {
    const plain = { ...carrying({ variables: { code: '0042' } }), challenge: undefined }
    expect(findings(plain)).to.deep.equal([])
    const sealed = { ...carrying(), challenge: undefined }
    expect(findings(sealed)).to.deep.equal([])
  })

  for (const state of MESSAGE_STATES.filter((other) => other !== 'ACCEPTED')) {
    it(`are violated (O-5) by one that is ${state} with its code still sealed, with or without a challenge`, () => {
      const finding = `O-5: is ${state}, but its encrypted values are still stored`
      const facts = carrying({ state })
      expect(findings(facts)).to.deep.equal([finding])
      expect(findings({ ...facts, challenge: undefined })).to.deep.equal([finding])
    })
  }

  for (const [what, facts, finding] of planted) {
    it(`are violated (${finding.slice(0, 3)}) by one that ${what}`, () => {
      expect(findings(facts)).to.deep.equal([finding])
    })
  }
})
