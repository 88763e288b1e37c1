import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { eventually } from '@postrider/conformance/eventually'
import type { MailReport } from '@postrider/core/providers/domain/receipts/mail-report'
import { E } from '@postrider/core/fp'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import type { Bounces, ReturnedMessage } from '@postrider/core/messaging/use-cases/receipts/take-bounces'
import { type BounceIntake, openBounceIntake } from '@postrider/dispatcher/bounces/bounce-intake'
import { fresh } from '@postrider/conformance/builders/fresh'
import { converse, sendBack } from './converse.js'
import { openRaw } from '../../http/raw-connection.js'
import { aComplaint, aNotification, aReport } from './returned-mails.js'

const OURS = 'b+ours@bounces.example.com'

describe('The bounce intake', () => {
  let intake: BounceIntake
  let isAway: boolean
  let events: TelemetryEvent[]
  let recorded: Array<readonly [ReturnedMessage, readonly MailReport[]]>
  const of: ReturnedMessage = { messageId: fresh.id('msg'), providerAccountId: fresh.id('pac') }
  const away = E.left({ _tag: 'StorageUnavailable' as const, cause: 'away' })

  const bounces: Bounces = {
    find: (address) => async () => E.right(address === OURS ? of : undefined),
    record: (returned, reports) => async () => {
      if (isAway) return away
      recorded.push([returned, reports])
      return E.right(undefined)
    },
  }

  beforeEach(async () => {
    isAway = false
    recorded = []
    events = []
    const telemetry = { emit: (event: TelemetryEvent) => void events.push(event) }
    const needs = {
      bounces,
      telemetry,
      ipAddresses,
      exemptAddresses: ['127.0.0.1/32'],
      conversationMs: 1_500,
    }
    intake = await openBounceIntake(needs, '127.0.0.1', 0)
  })
  afterEach(() => intake.close())

  const send = (to: string, mail: string) => sendBack(intake.port, to, mail)

  it('accepts mail for our return addresses, and responds once it is stored', async () => {
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '250'])
    expect(recorded).to.have.length(1)
    expect(recorded[0]?.[0]).to.equal(of)
    expect(recorded[0]?.[1]).to.have.length(1)
  })

  const refusals = () => events.flatMap((event) => (event._tag === 'ReturnedMailRefused' ? [event.why] : []))

  it('reports what it refused, and why', async () => {
    await send(OURS, aNotification())
    expect(refusals()).to.deep.equal([])
    await send('b+other@bounces.example.com', aNotification())
    await send(OURS, 'x\r\n'.repeat(100_000))
    isAway = true
    await send(OURS, aNotification())
    expect(refusals()).to.deep.equal(['nobody', 'too_long', 'later'])
  })

  it('asks the server to retry while storage is unavailable', async () => {
    isAway = true
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '451'])
    isAway = false
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '250'])
  })

  it('rejects other addresses, and offers neither login nor relaying', async () => {
    expect(
      await converse(intake.port, 'MAIL FROM:<a@evil.example>', 'RCPT TO:<zoe@example.com>', 'DATA'),
    ).to.deep.equal(['250', '550', '503'])
    expect(await converse(intake.port, 'AUTH PLAIN AGEAYg==', 'STARTTLS')).to.satisfy(
      (answers: readonly string[]) => answers.every((answer) => answer.startsWith('5')),
    )
  })

  it('drops other mail, and refuses messages over 256 KiB', async () => {
    expect(await send(OURS, 'Subject: Hello\r\n\r\nI am away.')).to.deep.equal(['250', '250', '354', '250'])
    const long = `${aNotification()}${'x'.repeat(72)}\r\n`.padEnd(256 * 1024 + 1, `${'y'.repeat(70)}\r\n`)
    expect(await send(OURS, long)).to.deep.equal(['250', '250', '354', '552'])
    expect(recorded).to.deep.equal([])
  })

  it('reads the report before the attached original', async () => {
    const whole = aReport('delivery-status', [
      ['text/plain', 'Your mail was not delivered.'],
      ['message/delivery-status', 'Reporting-MTA: dns; mx.example\r\n\r\nAction: failed\r\nStatus: 5.1.1'],
      ['message/rfc822', `Subject: Hello\r\n\r\n${'All that we sent you.\r\n'.repeat(8_000)}`],
    ])
    expect(await send(OURS, whole)).to.deep.equal(['250', '250', '354', '250'])
    expect(recorded).to.have.length(1)
  })

  const lines = '\r\n'.repeat(120_000)
  const worst: ReadonlyArray<readonly [what: string, mail: string]> = [
    ['mails of line ends', `Content-Type: text/plain\r\n\r\n${lines}`],
    ['reports of line ends', aReport('delivery-status', [['message/delivery-status', lines]])],
    [
      'reports of folded fields',
      aReport('delivery-status', [['message/delivery-status', `Status: 5\r\n${' x\r\n'.repeat(50_000)}`]]),
    ],
    ['reports of HTML', aReport('feedback-report', [['text/html', '<p> '.repeat(60_000)]])],
  ]
  for (const [what, mail] of worst)
    it(`stays responsive during twenty ${what}`, async function () {
      // Other programs on the machine can block the event loop as well.
      this.retries(2)
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send('complaints@bounces.example.com', mail)),
      )
      delay.disable()
      expect(answers.map((codes) => codes.at(-1))).to.deep.equal(answers.map(() => '250'))
      expect(delay.percentile(99) / 1e6).to.be.lessThan(1_000)
    })

  it('ends a session after its time limit, even if the client keeps sending', async () => {
    const { socket, isClosed } = openRaw(intake.port)
    const begunAtMs = performance.now()
    while (!isClosed() && performance.now() - begunAtMs < 4_000) {
      socket.write('N')
      await pause(50)
    }
    expect(performance.now() - begunAtMs).to.be.within(1_000, 3_500)
  })

  it('accepts twenty connections per address, without affecting other addresses', async () => {
    const greeted = ({ text }: { text(): string }): boolean => text().startsWith('220')
    const open = Array.from({ length: 20 }, () => openRaw(intake.port, { from: '127.0.0.2' }))
    await eventually('all are greeted', () => open.every(greeted))
    const surplus = openRaw(intake.port, { from: '127.0.0.2' })
    await eventually('one more is closed', surplus.isClosed)
    expect(surplus.text()).to.equal('')
    const other = openRaw(intake.port, { from: '127.0.0.3' })
    await eventually('another address is greeted', () => greeted(other))
    for (const { socket } of [...open, other]) socket.destroy()
  })

  it("accepts complaints that contain a message's address in their text", async () => {
    const at = 'complaints@bounces.example.com'
    expect(await send(at, aComplaint('abuse', OURS))).to.deep.equal(['250', '250', '354', '250'])
    expect(await send(at, aComplaint('abuse', 'b+other@bounces.example.com'))).to.include('354')
    expect(await send(at, aNotification())).to.include('354')
    expect(recorded.map(([, reports]) => reports[0]?.suppresses)).to.deep.equal(['complaint'])
  })
})
