import { expect } from 'chai'
import type { StatusQueryOutcome, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { eventually } from '../eventually.js'
import { questionOf } from './a-submission.js'
import { messageOf } from './kit-message.js'
import { aWhile, copiesOf, type ProviderUnderTest, submit, TIMEOUT_MS } from './provider-under-test.js'

const ask = async (
  { opened }: ProviderUnderTest,
  submission: ProviderSubmission,
  providerMessageIds: readonly string[] = [],
): Promise<StatusQueryOutcome | undefined> =>
  opened.provider.ask?.({ ...questionOf(submission), providerMessageIds }, TIMEOUT_MS)

/** A provider that can be queried by our reference knows of every message whether it has it. */
const knowsOurs = async (at: ProviderUnderTest): Promise<void> => {
  const { destinations } = at.opened
  const refused = messageOf(at.channel, destinations.permanentFailure)
  await submit(at, refused)
  expect(await ask(at, refused)).to.have.property('_tag', 'NotAccepted')
  const lost = messageOf(at.channel, destinations.unknown)
  await submit(at, lost)
  const ofLost = await ask(at, lost)
  expect(ofLost?._tag).not.to.equal('NotAccepted')
}

/**
 * A provider that can only be queried by its own identifiers makes no statement about others, since it may
 * forget.
 */
const knowsItsOwn = async (at: ProviderUnderTest): Promise<void> => {
  const sent = messageOf(at.channel, at.opened.destinations.accepted)
  for (const names of [[], ['9'.repeat(9)], ['../x']])
    expect(await ask(at, sent, names), names.join()).to.have.property('_tag', 'CannotTell')
}

const outcomeIn = (answer: StatusQueryOutcome | undefined): unknown =>
  answer?._tag === 'Reported'
    ? { _tag: 'Accepted', providerMessageIds: answer.reports.map((one) => one.providerMessageId) }
    : answer

/** Tests queries about messages that were submitted before. */
export const asking = (at: ProviderUnderTest): void => {
  it('sends a repeated message once, if it recognizes repeats', async () => {
    if (!at.opened.provider.deduplicates) return
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    const [first, second] = await Promise.all([submit(at, sent), submit(at, sent)])
    expect(second).to.deep.equal(first)
    await eventually('it arrived', async () => (await copiesOf(at, sent)) > 0)
    expect(await submit(at, sent)).to.deep.equal(first)
    await aWhile()
    expect(await copiesOf(at, sent)).to.equal(1)
  })

  it('returns the right status if it supports queries: taken, not taken, or unknown', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    const before = await ask(at, sent)
    const outcome = await submit(at, sent)
    if (before === undefined) return
    expect(before._tag).to.be.oneOf(['NotAccepted', 'CannotTell'])
    const answer = await ask(at, sent, outcome._tag === 'Accepted' ? outcome.providerMessageIds : [])
    expect(outcomeIn(answer)).to.deep.equal(outcome)
    await (before._tag === 'NotAccepted' ? knowsOurs(at) : knowsItsOwn(at))
  })

  it('returns an unknown status if its provider is unavailable and it supports queries', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    const by = at.opened.openAway()
    const answer = await by.ask?.({ ...questionOf(sent), providerMessageIds: ['1234567'] }, TIMEOUT_MS)
    await by.close()
    expect(answer?._tag).to.be.oneOf(['CannotTell', undefined])
  })
}
