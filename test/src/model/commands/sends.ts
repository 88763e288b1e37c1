import fc from 'fast-check'
import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { compareAcceptance, failureOf } from '../compare.js'
import { messagesUnder, send, sendBatch, type Verdict, type Wish } from '../model.js'
import { E } from '@postrider/core/fp'
import { command, type Command } from './command.js'
import { mostly, nameOf, usualWish, wishes } from './wishes.js'

const KEYS = 5

/** One key can be used for every operation, without conflicts. */
const keyOf = (key: number): string => `key-${key}`

/** Concurrent sends with one key. */
const sendOf = (key: number, together: readonly Wish[]): Command =>
  command(`send ${keyOf(key)} [${together.map(nameOf).join(', ')}]`, async (model, run) => {
    const answers = await Promise.all(
      together.map((wish) =>
        run.platform.postrider.acceptMessage(run.caller, keyOf(key), run.request(wish))(),
      ),
    )
    const verdicts = together.map((wish) => send(model, keyOf(key), wish))
    verdicts.forEach((verdict, at) => {
      const answer = answers[at] ?? expect.fail('an answer is missing')
      compareAcceptance(`send ${at}`, answer, verdict)
      if (answer._tag !== 'Right' || verdict._tag !== 'Accepted') return
      const { acceptedAtMs, charge } = answer.right
      const { amountMinor } = verdict.message
      expect({ acceptedAtMs, amountMinor: charge.amountMinor }).to.deep.equal({
        acceptedAtMs: verdict.message.acceptedAtMs,
        amountMinor,
      })
    })
  })

const isWhole = (verdict: Verdict | readonly Verdict[]): verdict is Verdict => '_tag' in verdict

const batchOf = (key: number, items: readonly Wish[]): Command =>
  command(`batch ${keyOf(key)} [${items.map(nameOf).join(', ')}]`, async (model, run) => {
    const requests = items.map((wish) => ({ _tag: 'Canonical' as const, request: run.request(wish) }))
    const admit = () => Promise.resolve(E.right(undefined))
    const { postrider } = run.platform
    const answered = await postrider.sendBatch(run.caller, keyOf(key), requests, admit)()
    const verdict = sendBatch(model, keyOf(key), items)
    if (isWhole(verdict) || E.isLeft(answered)) {
      const result = E.isLeft(answered) ? failureOf(answered.left) : 'items'
      const expected = !isWhole(verdict) ? 'items' : verdict._tag === 'Refused' ? verdict.as : verdict._tag
      return void expect(result, 'the batch').to.deep.equal({ refusedAs: expected, retryAfterMs: undefined })
    }
    expect(answered.right.map(({ index, channel }) => [index, channel])).to.deep.equal(
      items.map(({ channel }, index) => [index, channel]),
    )
    answered.right.forEach(({ answer }, at) =>
      compareAcceptance(`item ${at}`, answer, verdict[at] ?? expect.fail('one item too many')),
    )
  })

const lookUpOf = (key: number): Command =>
  command(`look up ${keyOf(key)}`, async (model, { platform, caller }) => {
    const lookUp = { _tag: 'ByKey' as const, idempotencyKey: keyOf(key) }
    const found = await right(platform.postrider.lookUpMessages(caller, lookUp))
    const shown = found.map(({ messageId, state, billing }) => ({ messageId, state, billing }))
    const expected = messagesUnder(model, keyOf(key)).map(({ messageId, state, billing }) => ({
      messageId,
      state,
      billing,
    }))
    expect(shown, 'the messages under the key').to.deep.equal(expected)
  })

const key = fc.nat({ max: KEYS - 1 })

export const sends = key.chain((one) => mostly(usualWish(one), wishes).map((wish) => sendOf(one, [wish])))

export const sendsTogether = key.chain((one) =>
  fc
    .array(mostly(usualWish(one), wishes), { minLength: 2, maxLength: 5, size: 'max' })
    .map((together) => sendOf(one, together)),
)

/** Three batches that are repeated: one complete, one with a channel too many, one that is expensive. */
const USUAL: ReadonlyArray<readonly Wish[]> = [
  [usualWish(0), usualWish(1), usualWish(0)],
  [usualWish(2), { ...usualWish(0), channel: 'email' }, usualWish(3)],
  [1, 2, 3, 4, 1, 3].map(usualWish),
]

const anyItems = fc.array(wishes, { minLength: 2, maxLength: 6, size: 'max' })

export const batches = key.chain((one) =>
  mostly(USUAL[one % USUAL.length] ?? [], anyItems).map((items) => batchOf(one, items)),
)

export const lookUps = key.map(lookUpOf)
