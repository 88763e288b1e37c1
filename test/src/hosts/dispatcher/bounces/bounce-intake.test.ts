import { expect } from 'chai'
import type { MailReport } from '@postrider/core/domain/mail/mail-report'
import { E } from '@postrider/core/fp'
import type { TelemetryEvent } from '@postrider/core/ports/telemetry'
import type { Bounces, ReturnedMessage } from '@postrider/core/use-cases/receipts/take-bounces'
import { type BounceIntake, openBounceIntake } from '@postrider/dispatcher/bounces/bounce-intake'
import { fresh } from '@postrider/conformance/builders/fresh'
import { converse, sendBack } from './converse.js'
import { aComplaint, aNotification } from './returned-mails.js'

const OURS = 'b+ours@bounces.example.com'

describe('The intake of mails that come back', () => {
  let intake: BounceIntake
  let isAway: boolean
  let told: TelemetryEvent[]
  let recorded: Array<readonly [ReturnedMessage, readonly MailReport[]]>
  const of: ReturnedMessage = { messageId: fresh.id('msg'), providerAccountId: fresh.id('pac') }
  const away = E.left({ _tag: 'StorageUnavailable' as const, cause: 'away' })

  const bounces: Bounces = {
    find: (address) => async () => E.right(address === OURS ? of : undefined),
    record: (whose, reports) => async () => {
      if (isAway) return away
      recorded.push([whose, reports])
      return E.right(undefined)
    },
  }

  beforeEach(async () => {
    isAway = false
    recorded = []
    told = []
    const telemetry = { emit: (event: TelemetryEvent) => void told.push(event) }
    intake = await openBounceIntake({ bounces, telemetry }, '127.0.0.1', 0)
  })
  afterEach(() => intake.close())

  const send = (to: string, mail: string) => sendBack(intake.port, to, mail)

  it('takes what is for an address of ours, and answers once it is stored', async () => {
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '250'])
    expect(recorded).to.have.length(1)
    expect(recorded[0]?.[0]).to.equal(of)
    expect(recorded[0]?.[1]).to.have.length(1)
  })

  const refusals = () => told.flatMap((event) => (event._tag === 'ReturnedMailRefused' ? [event.why] : []))

  it('tells what it refused, and why', async () => {
    await send(OURS, aNotification())
    expect(refusals()).to.deep.equal([])
    await send('b+other@bounces.example.com', aNotification())
    await send(OURS, 'x\r\n'.repeat(100_000))
    isAway = true
    await send(OURS, aNotification())
    expect(refusals()).to.deep.equal(['nobody', 'too_long', 'later'])
  })

  it('asks to come again while there is no storage', async () => {
    isAway = true
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '451'])
    isAway = false
    expect(await send(OURS, aNotification())).to.deep.equal(['250', '250', '354', '250'])
  })

  it('knows no other address, and offers neither login nor relaying', async () => {
    expect(
      await converse(intake.port, 'MAIL FROM:<a@evil.example>', 'RCPT TO:<zoe@example.com>', 'DATA'),
    ).to.deep.equal(['250', '550', '503'])
    expect(await converse(intake.port, 'AUTH PLAIN AGEAYg==', 'STARTTLS')).to.satisfy(
      (answers: readonly string[]) => answers.every((answer) => answer.startsWith('5')),
    )
  })

  it('lets other mail go, and refuses what is longer than 256 KiB', async () => {
    expect(await send(OURS, 'Subject: Hello\r\n\r\nI am away.')).to.deep.equal(['250', '250', '354', '250'])
    const long = `${aNotification()}${'x'.repeat(72)}\r\n`.padEnd(256 * 1024 + 1, `${'y'.repeat(70)}\r\n`)
    expect(await send(OURS, long)).to.deep.equal(['250', '250', '354', '552'])
    expect(recorded).to.deep.equal([])
  })

  it('takes complaints that name the address of a message in their text', async () => {
    const at = 'complaints@bounces.example.com'
    expect(await send(at, aComplaint('abuse', OURS))).to.deep.equal(['250', '250', '354', '250'])
    expect(await send(at, aComplaint('abuse', 'b+other@bounces.example.com'))).to.include('354')
    expect(await send(at, aNotification())).to.include('354')
    expect(recorded.map(([, reports]) => reports[0]?.suppresses)).to.deep.equal(['complaint'])
  })
})
