import type {
  Candidate,
  CandidateOtp,
  Submission,
} from '@postrider/core/messaging/domain/acceptance/candidate'
import { judge, type Verdicts } from '@postrider/core/messaging/domain/acceptance/judge'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import { addressed } from '@postrider/core/messaging/domain/messages/send-request'
import type { Quote } from '@postrider/core/messaging/domain/acceptance/quote'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { type Refusal, refusal, type RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import { E } from '@postrider/core/fp'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { nothingKnown } from '../../../../builders/nothing-known.js'
import { sha256 } from '@postrider/conformance/builders/sha256'

/** The default tenant of these candidates. */
export const ORGANIZATION_ID = fresh.id('org')

const to = '+919876543210'
const template = compileTemplate(aTemplate())

/** The cost of one SMS that counts towards no budget. */
export const aQuote = (amountMinor: number, overrides: Partial<Quote> = {}): Quote => ({
  template,
  lane: 'transactional',
  requiresOptIn: false,
  language: undefined,
  sender: 'ASHAST',
  environment: 'test',
  units: 1,
  charge: { amountMinor, currency: 'INR', priceVersionId: fresh.id('prv'), chargeOn: 'submitted' },
  budgets: [],
  ...overrides,
})

/** A request for an SMS with this cost. */
export const aCandidate = (amountMinor: number, overrides: Partial<Candidate> = {}): Candidate => ({
  organizationId: ORGANIZATION_ID,
  appId: fresh.id('app'),
  request: addressed(
    {
      projectId: 'prj',
      appId: 'app',
      channel: 'sms',
      to,
      templateId: 'tpl',
      variables: { name: 'Asha', code: '0042' },
      clientReference: 'order-1',
    },
    { to, country: 'IN' },
  ),
  key: fresh.hex(32),
  material: fresh.hex(32),
  messageId: fresh.id('msg'),
  entryId: fresh.id('ent'),
  recipient: undefined,
  otp: undefined,
  expiresAtMs: undefined,
  quoted: E.right(aQuote(amountMinor)),
  trace: aTrace(),
  ...overrides,
})

/** A request that the catalog refuses. */
export const aRefused = (because: RefusalTag | Refusal, overrides: Partial<Candidate> = {}): Candidate =>
  aCandidate(1, {
    quoted: E.left(typeof because === 'string' ? refusal(because) : because),
    ...overrides,
  })

/** A code that is valid for five minutes, for a number of its own. */
export const anOtp = (overrides: Partial<CandidateOtp> = {}): CandidateOtp => ({
  mac: fresh.hex(32),
  ttlMs: 300_000,
  destination: fresh.hex(32),
  prefix: '+9198765',
  isUnlimited: false,
  sealedVariables: 'sealed',
  ...overrides,
})

/** Puts each candidate into a call of its own. */
export const oneByOne = (candidates: readonly Candidate[]): readonly Submission[] =>
  candidates.map((candidate) => ({ candidates: [candidate], receipt: undefined, refused: undefined }))

/** The account of the candidates' Organization, with this balance. */
export const withMoney = (amountMinor: number): Pick<JudgeFacts, 'accounts'> => {
  const opened = newAccount({ organizationId: ORGANIZATION_ID, environment: 'test', currency: 'INR' })
  const { account } = aPosting(opened, { amountMinor }, NOW_MS - 1)
  return { accounts: new Map([[accountKey(account), account]]) }
}

/** Judges submissions in a world with only the given history, and with money for everything. */
export const judged = (submissions: readonly Submission[], known: Partial<JudgeFacts> = {}): Verdicts =>
  judge(submissions, { ...nothingKnown, ...withMoney(10_000), ...known }, NOW_MS, sha256)

/** The result of each submission, for its items or as a whole. */
export const results = ({ answers }: Pick<Verdicts, 'answers'>): ReadonlyArray<string | readonly string[]> =>
  answers.map((answer) =>
    E.isLeft(answer)
      ? answer.left._tag
      : answer.right.map((item) => {
          if (E.isLeft(item)) return item.left._tag
          return item.right.replayed ? 'replayed' : 'accepted'
        }),
  )
