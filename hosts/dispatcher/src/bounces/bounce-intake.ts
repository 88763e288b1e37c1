import type { AddressInfo } from 'node:net'
import { type SMTPServerDataStream, type SMTPServerError, SMTPServer } from 'smtp-server'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { ReturnedMailRefusal, Telemetry } from '@postrider/core/ports/telemetry'
import type { Bounces } from '@postrider/core/use-cases/receipts/take-bounces'
import { readReturnedMail, type ReturnedMail } from './read-returned-mail.js'

/** Listens for mails that come back. */
export interface BounceIntake {
  readonly port: number
  /** Takes no more; what was begun has its answer, or is sent again. */
  close(): Promise<void>
}

interface Needs {
  readonly bounces: Bounces
  readonly telemetry: Telemetry
}

/** Longer than any report of which headers alone were asked for. */
const MOST_BYTES = 256 * 1024
const MOST_RECIPIENTS = 10
const MOST_CLIENTS = 100
const SILENCE_MS = 60 * SECOND_MS
const GOODBYE_MS = 5 * SECOND_MS

/** Where mailbox providers send complaints to: which message they are about stands in them. */
const FOR_COMPLAINTS = /^complaints@/i

const answer = (responseCode: number, sentence: string): SMTPServerError =>
  Object.assign(new Error(sentence), { responseCode })

const ANSWERS: Readonly<Record<ReturnedMailRefusal, SMTPServerError>> = {
  nobody: answer(550, '5.1.1 nobody has this address'),
  too_long: answer(552, '5.3.4 the mail is too long'),
  later: answer(451, '4.3.0 cannot be stored at the moment'),
}

const readAll = async (stream: SMTPServerDataStream): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // The rest is read and let go, so that the client hears why.
    if (bytes <= MOST_BYTES) chunks.push(chunk)
  }
  return bytes > MOST_BYTES ? undefined : Buffer.concat(chunks)
}

const refusalOf = async ({ bounces }: Needs, address: string): Promise<ReturnedMailRefusal | undefined> => {
  if (FOR_COMPLAINTS.test(address)) return undefined
  const found = await bounces.find(address)()
  if (E.isLeft(found)) return 'later'
  return found.right === undefined ? 'nobody' : undefined
}

const recordFor = async (
  { bounces }: Needs,
  mail: ReturnedMail,
  address: string,
): Promise<E.Either<Outage, void>> => {
  const found = await bounces.find(FOR_COMPLAINTS.test(address) ? (mail.mailFrom ?? '') : address)()
  if (E.isLeft(found)) return found
  const reports = found.right === undefined ? [] : mail.reportsOn(found.right.messageId)
  if (found.right === undefined || reports.length === 0) return E.right(undefined)
  return bounces.record(found.right, reports)()
}

const take = async (
  needs: Needs,
  stream: SMTPServerDataStream,
  addresses: readonly string[],
): Promise<ReturnedMailRefusal | undefined> => {
  const bytes = await readAll(stream)
  if (bytes === undefined) return 'too_long'
  const mail = await readReturnedMail(bytes)
  if (mail === undefined) return undefined
  for (const address of addresses) {
    const recorded = await recordFor(needs, mail, address)
    if (E.isRight(recorded)) continue
    needs.telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: recorded.left.cause })
    return 'later'
  }
  return undefined
}

/** What goes wrong here is a reason to come again, and no reason to end the process. */
const answerWith = async (
  { telemetry }: Needs,
  deciding: Promise<ReturnedMailRefusal | undefined>,
  callback: (refusal: SMTPServerError | null) => void,
): Promise<void> => {
  const why = await deciding.catch(() => 'later' as const)
  if (why !== undefined) telemetry.emit({ _tag: 'ReturnedMailRefused', why })
  callback(why === undefined ? null : ANSWERS[why])
}

/**
 * Listens for mails that come back, on a port of SMTP: answers for addresses of ours alone, stores what delivery status
 * notifications and complaints say before it answers 250, and lets all other mail go (docs/decisions/0006).
 */
export const openBounceIntake = (needs: Needs, host: string, port: number): Promise<BounceIntake> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MOST_BYTES,
    maxRecipients: MOST_RECIPIENTS,
    maxClients: MOST_CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: GOODBYE_MS,
    onRcptTo: ({ address }, _, callback) => {
      void answerWith(needs, refusalOf(needs, address), callback)
    },
    onData: (stream, { envelope }, callback) => {
      const addresses = envelope.rcptTo.map(({ address }) => address)
      void answerWith(needs, take(needs, stream, addresses), (refusal) => callback(refusal, 'taken'))
    },
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(port, host, () => {
      server.off('error', reject)
      // A client that goes away in the middle is its own trouble.
      server.on('error', () => undefined)
      resolve({
        port: (listening.address() as AddressInfo).port,
        close: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}
