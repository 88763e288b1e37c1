import { expect } from 'chai'
import { eventually } from '../eventually.js'
import { messageOf, readOf } from './kit-message.js'
import { copiesOf, type ProviderUnderTest, SHORT_MS, submit } from './provider-under-test.js'

/** How much later a timeout may fire on a busy machine. */
const SLACK_MS = 3_000

const taking = (at: ProviderUnderTest): void => {
  it('takes a message, and the recipient gets it once, as it was written', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.accepted)
    const outcome = await submit(at, sent)
    expect(outcome).to.have.property('_tag', 'Accepted')
    await eventually('the message arrived', async () => (await copiesOf(at, sent)) === 1)
    const [message] = await at.opened.delivered()
    expect(message).to.deep.include({
      to: sent.to,
      subject: at.channel === 'email' ? 'Your order' : undefined,
    })
    expect(message?.text.trim()).to.equal(readOf(at.channel))
  })

  it('gives each message its own identifier, if it has identifiers', async () => {
    const names: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.accepted))
      if (outcome._tag === 'Accepted') names.push(...outcome.providerMessageIds)
    }
    expect(new Set(names).size).to.equal(at.options.namesNothing ? 0 : 5)
  })

  it('takes many concurrent messages, each of them once', async () => {
    const sent = Array.from({ length: 60 }, () => messageOf(at.channel, at.opened.destinations.accepted))
    const results = await Promise.all(sent.map((one) => submit(at, one, { timeoutMs: 20_000 })))
    expect(results.filter(({ _tag }) => _tag === 'Accepted')).to.have.length(60)
    await eventually('all arrived', async () => (await at.opened.delivered()).length === 60)
    for (const one of sent) expect(await copiesOf(at, one)).to.equal(1)
  })
}

const refusing = (at: ProviderUnderTest): void => {
  it('distinguishes a permanent refusal from a temporary one', async () => {
    const forGood = await submit(at, messageOf(at.channel, at.opened.destinations.permanentFailure))
    expect(forGood).to.have.property('_tag', 'PermanentFailure')
    const forNow = await submit(at, messageOf(at.channel, at.opened.destinations.transientFailure))
    expect(forNow).to.have.property('_tag', 'TransientFailure')
  })

  it('reports that nothing was sent if its provider is unavailable, and nothing arrives', async () => {
    const by = at.opened.openAway()
    const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.accepted), { by })
    await by.close()
    expect(outcome).to.have.property('_tag', 'NotAttempted')
    expect(outcome).not.to.have.property('isRefused')
    await nothingElseArrives(at)
  })

  it("reports that nothing was sent if its provider refuses the login, which isn't the message's fault", async () => {
    const by = at.opened.openUnknown?.()
    if (by === undefined) return
    const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.accepted), { by })
    await by.close()
    expect(outcome).to.include({ _tag: 'NotAttempted', isRefused: true })
    await nothingElseArrives(at)
  })

  it('reports what this account refuses and another may take, and nothing of it arrives', async () => {
    const unfit = at.opened.unfit?.(messageOf(at.channel, at.opened.destinations.accepted))
    if (unfit === undefined) return
    expect(await submit(at, unfit)).to.have.property('_tag', 'RejectedByRoute')
    await nothingElseArrives(at)
    const usual = messageOf(at.channel, at.opened.destinations.accepted)
    expect(await submit(at, usual)).to.have.property('_tag', 'Accepted')
  })
}

const nothingElseArrives = async (at: ProviderUnderTest): Promise<void> => {
  // Anything sent before would arrive before this message.
  const after = messageOf(at.channel, at.opened.destinations.accepted)
  await submit(at, after)
  await eventually('a later message arrived', async () => (await copiesOf(at, after)) === 1)
  expect(await at.opened.delivered()).to.have.length(1)
}

const losing = (at: ProviderUnderTest): void => {
  it('reports an unknown outcome when the response is lost', async () => {
    const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.unknown))
    expect(outcome).to.have.property('_tag', 'OutcomeUnknown')
  })

  it('resolves within the timeout, without reporting a message in progress as refused', async () => {
    const startedMs = performance.now()
    const silent = messageOf(at.channel, at.opened.destinations.silent)
    const outcome = await submit(at, silent, { timeoutMs: SHORT_MS })
    expect(performance.now() - startedMs).to.be.lessThan(SHORT_MS + SLACK_MS)
    expect(outcome).to.have.property('_tag', 'OutcomeUnknown')
  })

  it('continues after every kind of outcome', async () => {
    const { accepted, permanentFailure, transientFailure, unknown, silent } = at.opened.destinations
    for (const to of [permanentFailure, transientFailure, unknown, silent]) {
      await submit(at, messageOf(at.channel, to), { timeoutMs: SHORT_MS })
      expect(await submit(at, messageOf(at.channel, accepted))).to.have.property('_tag', 'Accepted')
    }
  })
}

/** Tests the outcomes of submitting a message. */
export const submitting = (at: ProviderUnderTest): void => {
  taking(at)
  refusing(at)
  losing(at)
}
