import { expect } from 'chai'
import type { WireLine } from '@postrider/core/domain/dispatch/wire-line'
import type { ProviderSubmission } from '@postrider/core/ports/provider'
import { followedProvider } from '@postrider/core/use-cases/dispatch/followed-provider'
import { eventually } from '../eventually.js'
import { questionOf } from './a-submission.js'
import { type KitChannel, lineBreakOf, messageOf, readOf } from './kit-message.js'
import { keepReports, type KeptReports, type OpenProvider, type OpenedProvider } from './open-provider.js'

const TIMEOUT_MS = 5_000
const SHORT_MS = 400
/** How much later a time-out may be met where others have the processors. */
const SLACK_MS = 3_000

/** The provider of the test that runs now. */
interface ProviderUnderTest {
  readonly opened: OpenedProvider
  readonly reports: KeptReports
  readonly channel: KitChannel
}

const useProvider = (open: OpenProvider, channel: KitChannel): ProviderUnderTest => {
  let opened: OpenedProvider
  let reports: KeptReports
  beforeEach(async () => {
    reports = keepReports()
    opened = await open(reports.sink)
  })
  afterEach(() => opened.close())
  return {
    channel,
    get opened() {
      return opened
    },
    get reports() {
      return reports
    },
  }
}

const submit = ({ opened }: ProviderUnderTest, submission: ProviderSubmission, timeoutMs = TIMEOUT_MS) =>
  opened.provider.submit(submission, timeoutMs)

const copiesOf = async ({ opened }: ProviderUnderTest, { messageId }: ProviderSubmission): Promise<number> =>
  (await opened.delivered()).filter(({ reference }) => reference.includes(messageId)).length

const outcomes = (at: ProviderUnderTest): void => {
  it('takes a message, and the recipient gets it once, as it was written', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.taken)
    const outcome = await submit(at, sent)
    expect(outcome).to.have.property('_tag', 'Taken')
    await eventually('the message arrived', async () => (await copiesOf(at, sent)) === 1)
    const [message] = await at.opened.delivered()
    expect(message).to.deep.include({
      to: sent.to,
      subject: at.channel === 'email' ? 'Your order' : undefined,
    })
    expect(message?.text.trim()).to.equal(readOf(at.channel))
  })

  it('names every message it takes differently', async () => {
    const names = new Set<string>()
    for (let count = 0; count < 5; count += 1) {
      const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.taken))
      if (outcome._tag === 'Taken') for (const name of outcome.providerMessageIds) names.add(name)
    }
    expect(names.size).to.equal(5)
  })

  it('tells a permanent refusal from a temporary one', async () => {
    const forGood = await submit(at, messageOf(at.channel, at.opened.destinations.refusedForGood))
    expect(forGood).to.have.property('_tag', 'RefusedForGood')
    const forNow = await submit(at, messageOf(at.channel, at.opened.destinations.refusedForNow))
    expect(forNow).to.have.property('_tag', 'RefusedForNow')
  })

  it('does not know the outcome when the answer is lost', async () => {
    const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.unknown))
    expect(outcome).to.have.property('_tag', 'OutcomeUnknown')
  })

  it('resolves within the time-out, without claiming that a message on its way was refused', async () => {
    const startedMs = performance.now()
    const outcome = await submit(at, messageOf(at.channel, at.opened.destinations.silent), SHORT_MS)
    expect(performance.now() - startedMs).to.be.lessThan(SHORT_MS + SLACK_MS)
    expect(outcome).to.have.property('_tag', 'OutcomeUnknown')
  })

  it('goes on after every kind of outcome', async () => {
    const { taken, refusedForGood, refusedForNow, unknown, silent } = at.opened.destinations
    for (const to of [refusedForGood, refusedForNow, unknown, silent]) {
      await submit(at, messageOf(at.channel, to), SHORT_MS)
      expect(await submit(at, messageOf(at.channel, taken))).to.have.property('_tag', 'Taken')
    }
  })

  it('takes many messages at the same time, each of them once', async () => {
    const sent = Array.from({ length: 60 }, () => messageOf(at.channel, at.opened.destinations.taken))
    const results = await Promise.all(sent.map((one) => submit(at, one, 20_000)))
    expect(results.filter(({ _tag }) => _tag === 'Taken')).to.have.length(60)
    await eventually('all arrived', async () => (await at.opened.delivered()).length === 60)
    for (const one of sent) expect(await copiesOf(at, one)).to.equal(1)
  })
}

const NASTY = [
  'line\r\nBcc: thief@evil.example',
  'line\nSubject: other',
  '\r\n\r\nbody',
  '"quoted" <thief@evil.example>, second@evil.example',
  'dot\r\n.\r\nMAIL FROM:<thief@evil.example>',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ← 日本語 😀',
  ' separator  and bell\u0007',
  `${'long '.repeat(60)}name`,
]

const strings = (at: ProviderUnderTest): void => {
  it('gives the message to its recipient alone, whatever names and texts contain', async () => {
    const { taken } = at.opened.destinations
    for (const nasty of NASTY) {
      const text = `before\n${nasty}\n.\nafter`
      const sent = messageOf(at.channel, taken, { recipientName: nasty, subject: nasty, text })
      expect(await submit(at, sent), nasty).to.have.property('_tag', 'Taken')
      await eventually('it arrived', async () => (await copiesOf(at, sent)) === 1)
    }
    const messages = await at.opened.delivered()
    const end = lineBreakOf(at.channel)
    const asWritten = new RegExp(`^before${end}[^]*${end}\\.${end}after$`)
    expect(messages).to.have.length(NASTY.length)
    for (const { to, text } of messages) {
      expect(to).to.equal(taken)
      expect(text.trim()).to.match(asWritten)
    }
  })

  it('keeps every character of a text', async () => {
    const text = `ä €  𝔘 日本語 😀 "quotes" 'x' <b>&amp;</b> {{name}} =3D\n.\n..\n${'w'.repeat(2000)}\nend`
    const subject = 'ä 日本語 😀'
    const sent = messageOf(at.channel, at.opened.destinations.taken, { subject, text })
    await submit(at, sent)
    await eventually('it arrived', async () => (await copiesOf(at, sent)) === 1)
    const [message] = await at.opened.delivered()
    expect(message?.text.trim().replaceAll('\r\n', '\n')).to.equal(readOf(at.channel, text))
    expect(message?.subject).to.equal(at.channel === 'email' ? subject : undefined)
  })
}

const CANARY = 'Canary 7391846205 on the wire'

const wire = (at: ProviderUnderTest): void => {
  it('tells what is said on the wire to whom it is asked to tell, without secrets and texts', async () => {
    const usual = messageOf(at.channel, at.opened.destinations.taken, { text: CANARY, subject: CANARY })
    const lines: WireLine[] = []
    const onWire = (line: WireLine): void => void lines.push(line)
    expect(await submit(at, { ...usual, otp: '7391846205', onWire })).to.have.property('_tag', 'Taken')
    expect(lines.map(({ direction }) => direction)).to.include.members(['out', 'in'])
    const all = lines.map(({ text }) => text).join('\n')
    for (const hidden of ['Canary', '7391846205', ...(at.opened.secrets ?? [])])
      for (const said of [
        hidden,
        Buffer.from(hidden).toString('base64'),
        Buffer.from(hidden).toString('hex'),
      ])
        expect(all).not.to.include(said)
  })
}

const repeats = (at: ProviderUnderTest): void => {
  it('sends a repeated message once, if it says that it recognises repeats', async () => {
    if (!at.opened.provider.deduplicates) return
    const sent = messageOf(at.channel, at.opened.destinations.taken)
    const [first, second] = await Promise.all([submit(at, sent), submit(at, sent)])
    expect(second).to.deep.equal(first)
    await eventually('it arrived', async () => (await copiesOf(at, sent)) > 0)
    expect(await submit(at, sent)).to.deep.equal(first)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await copiesOf(at, sent)).to.equal(1)
  })

  it('tells the truth about what it has, if it can be asked', async () => {
    const { provider, destinations } = at.opened
    const sent = messageOf(at.channel, destinations.taken)
    const ask = async (submission: ProviderSubmission, providerMessageIds: readonly string[] = []) =>
      provider.ask?.({ ...questionOf(submission), providerMessageIds }, TIMEOUT_MS)
    const before = await ask(sent)
    const outcome = await submit(at, sent)
    const after = await ask(sent, outcome._tag === 'Taken' ? outcome.providerMessageIds : [])
    if (before === undefined) return
    if (before._tag === 'CannotTell') {
      // It can be asked about its own identifiers alone; and may say at once what became of them.
      const told =
        after?._tag === 'Reported'
          ? { _tag: 'Taken', providerMessageIds: after.reports.map((one) => one.providerMessageId) }
          : after
      expect(told).to.deep.equal(outcome)
      return
    }
    expect(before).to.have.property('_tag', 'NotTaken')
    expect(after).to.deep.equal(outcome)
    const refused = messageOf(at.channel, destinations.refusedForGood)
    await submit(at, refused)
    const ofRefused = await ask(refused)
    expect(ofRefused).to.have.property('_tag', 'NotTaken')
    const lost = messageOf(at.channel, destinations.unknown)
    await submit(at, lost)
    const ofLost = await ask(lost)
    expect(ofLost?._tag).not.to.equal('NotTaken')
  })
}

const reporting = (at: ProviderUnderTest, reportsDelivery: boolean): void => {
  if (!reportsDelivery) return

  it('reports a delivery under the account, with its own reference, and with ours if it has a place for it', async () => {
    const sent = messageOf(at.channel, at.opened.destinations.taken)
    const outcome = await submit(at, sent)
    await eventually('the report came', () => at.reports.stored.length === 1)
    const [report] = at.reports.stored
    expect(report).to.deep.include({
      providerAccountId: at.opened.providerAccountId,
      status: 'delivered',
      failureCode: undefined,
    })
    expect(report?.recipient).to.be.oneOf([sent.to, undefined])
    expect(report?.messageId).to.be.oneOf([sent.messageId, undefined])
    expect(outcome).to.deep.include({ providerMessageIds: [report?.providerMessageId] })
  })

  it('reports again what could not be stored, as the same event, and only until it is', async () => {
    at.reports.failTimes(2)
    const sent = messageOf(at.channel, at.opened.destinations.taken)
    await submit(at, sent)
    await eventually('the report was stored', () => at.reports.stored.length === 1)
    expect(at.reports.calls()).to.equal(3)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(at.reports.calls()).to.equal(3)
    expect(await copiesOf(at, sent)).to.equal(1)
  })

  it('gives each report an event key of its own', async () => {
    const sent = Array.from({ length: 20 }, () => messageOf(at.channel, at.opened.destinations.taken))
    await Promise.all(sent.map((one) => submit(at, one)))
    await eventually('every report came', () => at.reports.stored.length === 20)
    expect(new Set(at.reports.stored.map(({ eventKey }) => eventKey)).size).to.equal(20)
  })
}

const health = (at: ProviderUnderTest): void => {
  it('is up once it has taken a message, and says how many calls are under way', async () => {
    const { provider, health: ask } = followedProvider(at.opened.provider, at.reports.sink, {
      nowMs: Date.now,
    })
    const { taken, silent } = at.opened.destinations
    await provider.submit(messageOf(at.channel, taken), TIMEOUT_MS)
    expect(ask()).to.include({ status: 'up', detail: undefined, callsInFlight: 0 })
    const underWay = provider.submit(messageOf(at.channel, silent), SHORT_MS)
    expect(ask()).to.include({ status: 'up', callsInFlight: 1 })
    await underWay
    expect(ask().callsInFlight).to.equal(0)
  })

  it('connects where it has sessions, without sending anything', async () => {
    const { provider } = at.opened
    if (provider.connect === undefined) return
    expect(await provider.connect(TIMEOUT_MS)).to.equal(undefined)
    const { health: ask } = followedProvider(provider, at.reports.sink, { nowMs: Date.now })
    expect(ask().sessions).to.be.greaterThan(0)
    expect(await at.opened.delivered()).to.deep.equal([])
  })
}

const closing = (at: ProviderUnderTest): void => {
  it('finishes what is under way before it is closed, and takes nothing afterwards', async () => {
    const sent = Array.from({ length: 8 }, () => messageOf(at.channel, at.opened.destinations.taken))
    const pending = sent.map((one) => submit(at, one))
    let answered = 0
    for (const each of pending) void each.then(() => (answered += 1))
    await at.opened.provider.close()
    expect(answered).to.equal(8)
    for (const each of pending) expect(await each).to.have.property('_tag', 'Taken')
    const late = await submit(at, messageOf(at.channel, at.opened.destinations.taken))
    expect(late).to.have.property('_tag', 'NotSent')
  })
}

/**
 * Proves every promise of the provider port on what `open` opens. `reportsDelivery` says whether the provider
 * tells what became of a message; the sandbox does, a mail server does not. The account carries `channel`, an email where
 * nothing is said; the text of an SMS begins with a line that is our reference, and the first of the two values of a WhatsApp message is it.
 * @example
 * ```ts
 * import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
 * import type { DeliveredMessage } from '@postrider/conformance/provider/open-provider'
 * import { describeProvider } from '@postrider/conformance/provider/provider-kit'
 * import { smtpOpener } from '@postrider/provider-smtp/smtp-provider'
 *
 * // What a mail server of yours has taken; it answers by the recipient.
 * declare const received: () => Promise<readonly DeliveredMessage[]>
 *
 * const destinations = {
 *   taken: 'taken@example.com',
 *   refusedForGood: 'unknown@example.com',
 *   refusedForNow: 'busy@example.com',
 *   unknown: 'cut-off@example.com',
 *   silent: 'silent@example.com',
 * }
 *
 * describeProvider(
 *   'SMTP',
 *   async (sink) => {
 *     const account = aProviderAccount({ kind: 'smtp', settings: { host: '127.0.0.1', port: 2525, tls: 'none' } })
 *     const provider = smtpOpener({ nowMs: () => Date.now() }).open(account, {}, sink)
 *     const { providerAccountId } = account
 *     return { provider, providerAccountId, destinations, delivered: received, close: () => provider.close() }
 *   },
 *   { reportsDelivery: false },
 * )
 * ```
 */
export const describeProvider = (
  name: string,
  open: OpenProvider,
  {
    reportsDelivery,
    channel = 'email',
  }: { readonly reportsDelivery: boolean; readonly channel?: KitChannel },
): void => {
  describe(`${name} keeps the promises of a provider`, () => {
    const at = useProvider(open, channel)
    outcomes(at)
    strings(at)
    wire(at)
    repeats(at)
    reporting(at, reportsDelivery)
    health(at)
    closing(at)
  })
}
