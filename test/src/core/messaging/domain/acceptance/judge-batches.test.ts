import { expect } from 'chai'
import fc from 'fast-check'
import type {
  BatchReceipt,
  Candidate,
  Submission,
} from '@postrider/core/messaging/domain/acceptance/candidate'
import type { EarlierAcceptance } from '@postrider/core/messaging/domain/acceptance/earlier-acceptance'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import { invalidRequest, type FieldProblem, type RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'
import { aCandidate, aRefused, judged, oneByOne, results, withMoney } from './a-candidate.js'

interface Batch extends Submission {
  readonly receipt: BatchReceipt
}

const aBatch = (...candidates: readonly Candidate[]): Batch => ({
  candidates,
  receipt: { key: fresh.hex(32), material: fresh.hex(32) },
  refused: undefined,
})

/** The state after batches that were accepted with all or some of their items. */
const after = (batch: Batch, accepted = batch.candidates): Pick<JudgeFacts, 'accepted' | 'receipts'> => ({
  receipts: new Map([[batch.receipt.key, batch.receipt.material]]),
  accepted: new Map(accepted.map((candidate) => [candidate.key, earlier(candidate)])),
})

const earlier = ({ material }: Candidate): EarlierAcceptance => {
  const priceVersionId = fresh.id('prv')
  const charge = { amountMinor: 7, currency: 'INR', priceVersionId, chargeOn: 'submitted' as const }
  return { material, messageId: fresh.id('msg'), acceptedAtMs: NOW_MS - 5, charge, lane: 'promotional' }
}

/** The same batch again. Each of its items has a new identity. */
const again = (batch: Batch): Batch => ({
  ...batch,
  candidates: batch.candidates.map((candidate) => ({ ...candidate, messageId: fresh.id('msg') })),
})

const problem = (field: string, message = 'Is broken.'): FieldProblem => ({
  location: 'body',
  field,
  code: 'format',
  message,
})

const OF_WHOLE: readonly RefusalTag[] = [
  'InvalidRequest',
  'TemplateUnavailable',
  'ScopeMismatch',
  'OrganizationSuspended',
  'SenderUnavailable',
  'PriceUnavailable',
  'ProviderUnavailable',
]
const OF_ITEM: readonly RefusalTag[] = [
  'ChannelNotGranted',
  'ChannelNotActive',
  'DestinationNotAllowed',
  'BudgetExceeded',
  'InsufficientBalance',
]

describe('Judging a batch', () => {
  it('accepts its items and writes one receipt with them', () => {
    const batch = aBatch(aCandidate(1), aCandidate(2))
    const verdicts = judged([batch])
    expect(results(verdicts)).to.deep.equal([['accepted', 'accepted']])
    expect(verdicts.acceptances.map(({ key }) => key)).to.deep.equal(batch.candidates.map(({ key }) => key))
    expect(verdicts.receipts).to.deep.equal([{ ...batch.receipt, createdAtMs: NOW_MS }])
  })

  it('makes two messages from two equal items', () => {
    const one = aCandidate(1)
    const other = aCandidate(1, { appId: one.appId, material: one.material, request: one.request })
    const { acceptances } = judged([aBatch(one, other)])
    expect(acceptances.map(({ message }) => message.messageId)).to.deep.equal([
      one.messageId,
      other.messageId,
    ])
  })

  for (const tag of OF_WHOLE) {
    it(`fails as a whole for one item's ${tag}, accepts nothing and uses no key`, () => {
      const { answers, ...written } = judged([aBatch(aCandidate(1), aRefused(tag), aCandidate(1))])
      expect(results({ answers })).to.deep.equal([tag])
      for (const rows of Object.values(written)) expect(rows).to.deep.equal([])
    })
  }

  for (const tag of OF_ITEM) {
    it(`refuses only the item for ${tag}`, () => {
      const verdicts = judged([aBatch(aCandidate(1), aRefused(tag), aCandidate(1))])
      expect(results(verdicts)).to.deep.equal([['accepted', tag, 'accepted']])
      expect([verdicts.acceptances.length, verdicts.receipts.length]).to.deep.equal([2, 1])
    })
  }

  it('keeps any refusal of a single message', () => {
    expect(results(judged(oneByOne(OF_WHOLE.map((tag) => aRefused(tag)))))).to.deep.equal(
      OF_WHOLE.map((tag) => [tag]),
    )
  })

  it('fails for the first cause of a whole failure', () => {
    const batch = aBatch(aRefused('BudgetExceeded'), aRefused('PriceUnavailable'), aRefused('ScopeMismatch'))
    expect(results(judged([batch]))).to.deep.equal(['PriceUnavailable'])
  })

  const fieldsOf = (batch: Batch): readonly FieldProblem[] => {
    const [answer] = judged([batch]).answers
    if (answer === undefined || E.isRight(answer)) throw new Error('the batch did not fail')
    return answer.left.fields
  }

  it('reports the invalid fields of all items together, each once', () => {
    const [name, code] = [problem('/messages/0/v/name'), problem('/messages/1/v/code')]
    const twice = problem('/messages/0/v/name', 'Is still broken.')
    const broken = [[name], [code, twice]].map((fields) => aRefused(invalidRequest(fields)))
    expect(fieldsOf(aBatch(aCandidate(1), ...broken)).map(({ field }) => field)).to.deep.equal([
      '/messages/0/v/name',
      '/messages/1/v/code',
    ])
  })

  it('reports at most 50 invalid fields', () => {
    const broken = Array.from({ length: 51 }, (_, at) => aRefused(invalidRequest([problem(`/${at}`)])))
    expect(fieldsOf(aBatch(...broken))).to.have.length(50)
  })

  it('spends the balance item by item', () => {
    const batch = aBatch(aCandidate(60), aCandidate(60), aCandidate(40))
    expect(results(judged([batch], withMoney(100)))).to.deep.equal([
      ['accepted', 'InsufficientBalance', 'accepted'],
    ])
  })

  it('uses no key if no item was accepted, so that other items can use it', () => {
    const dear = aBatch(aCandidate(101), aRefused('BudgetExceeded'))
    const cheap = { ...aBatch(aCandidate(100)), receipt: { ...dear.receipt, material: fresh.hex(32) } }
    const verdicts = judged([dear, cheap], withMoney(100))
    expect(results(verdicts)).to.deep.equal([['InsufficientBalance', 'BudgetExceeded'], ['accepted']])
    expect(verdicts.receipts).to.deep.equal([{ ...cheap.receipt, createdAtMs: NOW_MS }])
  })

  it('has a receipt exactly when one of its items was accepted', () => {
    const kinds = fc.constantFrom('paid', 'dear', 'BudgetExceeded', 'TemplateUnavailable')
    check(
      fc.property(fc.array(kinds, { minLength: 1, maxLength: 8 }), (items) => {
        const candidates = items.map((kind) => {
          if (kind === 'paid') return aCandidate(1)
          return kind === 'dear' ? aCandidate(1_000) : aRefused(kind)
        })
        const { receipts, acceptances } = judged([aBatch(...candidates)], withMoney(100))
        expect(receipts.length).to.equal(acceptances.length > 0 ? 1 : 0)
        const isWhole = items.includes('TemplateUnavailable')
        expect(acceptances.length).to.equal(isWhole ? 0 : items.filter((kind) => kind === 'paid').length)
      }),
    )
  })
})

describe('Judging a repeated batch', () => {
  it('replays everything that was accepted, even after changes, and writes nothing', () => {
    const batch = aBatch(aCandidate(1), aCandidate(1))
    const known = after(batch)
    const later = batch.candidates.map((one) => ({
      ...one,
      quoted: aRefused('OrganizationSuspended').quoted,
    }))
    const { answers, ...written } = judged([{ ...batch, candidates: later }], known)
    expect(results({ answers })).to.deep.equal([['replayed', 'replayed']])
    for (const rows of Object.values(written)) expect(rows).to.deep.equal([])
    const [answer] = answers
    if (answer === undefined || E.isLeft(answer)) throw new Error('the batch was refused')
    for (const [at, item] of answer.right.entries()) {
      const first = known.accepted.get(batch.candidates[at]?.key ?? '')
      if (E.isLeft(item) || first === undefined) throw new Error('an item was not replayed')
      const { messageId, acceptedAtMs, charge, lane } = first
      expect(item.right).to.deep.equal({ messageId, acceptedAtMs, charge, lane, replayed: true })
    }
  })

  it('retries what was refused, and writes no second receipt', () => {
    const [first, second] = [aCandidate(1), aCandidate(1)]
    const batch = aBatch(first, second)
    const verdicts = judged([batch], after(batch, [first]))
    expect(results(verdicts)).to.deep.equal([['replayed', 'accepted']])
    expect(verdicts.receipts).to.deep.equal([])
  })

  for (const tag of OF_WHOLE) {
    it(`refuses only the item for ${tag}, since others of the batch were accepted`, () => {
      const [first, second] = [aCandidate(1), aRefused(tag)]
      const batch = aBatch(first, second, aCandidate(1))
      expect(results(judged([batch], after(batch, [first])))).to.deep.equal([['replayed', tag, 'accepted']])
    })
  }

  it('refuses other items with its key before any other check', () => {
    const batch = aBatch(aCandidate(1))
    const others = { ...aBatch(aRefused('ScopeMismatch')), receipt: { ...batch.receipt, material: 'other' } }
    const { answers, ...written } = judged([others], after(batch))
    expect(results({ answers })).to.deep.equal(['IdempotencyConflict'])
    for (const rows of Object.values(written)) expect(rows).to.deep.equal([])
  })

  it('recognizes it in the same transaction: one is accepted, the other replays it', () => {
    const batch = aBatch(aCandidate(1), aCandidate(1_000))
    const verdicts = judged([batch, again(batch)], withMoney(100))
    expect(results(verdicts)).to.deep.equal([
      ['accepted', 'InsufficientBalance'],
      ['replayed', 'InsufficientBalance'],
    ])
    expect([verdicts.acceptances.length, verdicts.receipts.length]).to.deep.equal([1, 1])
  })

  it('refuses other items with its key in the same transaction', () => {
    const batch = aBatch(aCandidate(1))
    const others = { ...aBatch(aCandidate(1)), receipt: { ...batch.receipt, material: fresh.hex(32) } }
    expect(results(judged([batch, others]))).to.deep.equal([['accepted'], 'IdempotencyConflict'])
  })

  it("turns a whole refusal of the repeat in the same transaction into the item's own", () => {
    const [first, second] = [aCandidate(1), aCandidate(1_000)]
    const batch = aBatch(first, second)
    const repeat = {
      ...batch,
      candidates: [first, { ...second, quoted: aRefused('PriceUnavailable').quoted }],
    }
    expect(results(judged([batch, again(repeat)], withMoney(100)))).to.deep.equal([
      ['accepted', 'InsufficientBalance'],
      ['replayed', 'PriceUnavailable'],
    ])
  })
})
