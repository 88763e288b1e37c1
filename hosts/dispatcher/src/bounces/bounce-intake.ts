import type { AddressInfo, Server, Socket } from 'node:net'
import { type SMTPServerDataStream, type SMTPServerError, SMTPServer } from 'smtp-server'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { ReturnedMailRefusal, Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import type { Bounces } from '@postrider/core/messaging/use-cases/receipts/take-bounces'
import { boundConnections } from '@postrider/web-server/hosting/bound-connections'
import { isReport, parsedPartOf } from './mail-head.js'
import { createMailParser, type ParsingThread } from './mail-parser.js'
import { type ReturnedMail, returnedMailOf } from './read-returned-mail.js'

/** Listens for bounced emails. */
export interface BounceIntake {
  readonly port: number
  /** Stops accepting; emails in progress get their response, or are sent again. */
  close(): Promise<void>
}

/** Its dependencies. */
export interface BounceIntakeNeeds {
  readonly bounces: Bounces
  readonly telemetry: Telemetry
  readonly ipAddresses: IpAddresses
  /** Address ranges that may open any number of connections, up to the total limit. */
  readonly exemptAddresses: readonly string[]
  /** The maximum duration of a connection, regardless of its traffic; default 60 seconds. */
  readonly conversationMs?: number
}

interface Needs extends BounceIntakeNeeds {
  readonly parser: ParsingThread
}

/** Longer than any report with only the headers of the original. */
const MOST_BYTES = 256 * 1024
const MOST_RECIPIENTS = 10
const MOST_CLIENTS = 100
/** The default number of connections with which a mail server forwards emails. */
const MOST_CLIENTS_OF_ADDRESS = 20
const SILENCE_MS = 20 * SECOND_MS
const CONVERSATION_MS = 60 * SECOND_MS
const GOODBYE_MS = 5 * SECOND_MS

/** The address that mailbox providers send complaints to; the complaint names the message. */
const FOR_COMPLAINTS = /^complaints@/i

const answer = (responseCode: number, sentence: string): SMTPServerError =>
  Object.assign(new Error(sentence), { responseCode })

const ANSWERS: Readonly<Record<ReturnedMailRefusal, SMTPServerError>> = {
  nobody: answer(550, '5.1.1 no such address'),
  too_long: answer(552, '5.3.4 the email is too long'),
  later: answer(451, '4.3.0 cannot be stored at the moment'),
}

const readAll = async (stream: SMTPServerDataStream): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // The rest is read and discarded, so that the client gets the reason.
    if (bytes <= MOST_BYTES) chunks.push(chunk)
  }
  return bytes > MOST_BYTES ? undefined : Buffer.concat(chunks)
}

const refusalOf = async (
  { bounces }: BounceIntakeNeeds,
  address: string,
): Promise<ReturnedMailRefusal | undefined> => {
  if (FOR_COMPLAINTS.test(address)) return undefined
  const found = await bounces.find(address)()
  if (E.isLeft(found)) return 'later'
  return found.right === undefined ? 'nobody' : undefined
}

const recordFor = async (
  { bounces }: BounceIntakeNeeds,
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
  if (!isReport(bytes)) return undefined
  const mail = returnedMailOf(await needs.parser.parse(parsedPartOf(bytes)))
  if (mail === undefined) return undefined
  for (const address of addresses) {
    const recorded = await recordFor(needs, mail, address)
    if (E.isRight(recorded)) continue
    needs.telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: recorded.left.cause })
    return 'later'
  }
  return undefined
}

/** An error here makes the client try again later, and doesn't end the process. */
const answerWith = async (
  { telemetry }: BounceIntakeNeeds,
  deciding: Promise<ReturnedMailRefusal | undefined>,
  callback: (refusal: SMTPServerError | null) => void,
): Promise<void> => {
  const why = await deciding.catch(() => 'later' as const)
  if (why !== undefined) telemetry.emit({ _tag: 'ReturnedMailRefused', why })
  callback(why === undefined ? null : ANSWERS[why])
}

/** The port is public: one address can't take all connections, and none lasts longer than necessary. */
const boundClients = (
  server: Server,
  { ipAddresses, exemptAddresses, conversationMs = CONVERSATION_MS }: BounceIntakeNeeds,
): void => {
  boundConnections(server, {
    ipAddresses,
    mostOfAddress: MOST_CLIENTS_OF_ADDRESS,
    exempt: exemptAddresses,
    refused: () => undefined,
  })
  server.on('connection', (socket: Socket) => {
    const ending = setTimeout(() => socket.destroy(), conversationMs)
    socket.once('close', () => clearTimeout(ending))
  })
}

/**
 * Listens for bounced emails on an SMTP port. It accepts only our own addresses, stores the content of
 * delivery status notifications and complaints before it responds with 250, and discards all other email
 * (docs/decisions/0006). Anyone who can send an email can reach it (docs/promises#returned-emails).
 */
export const openBounceIntake = (
  given: BounceIntakeNeeds,
  host: string,
  port: number,
): Promise<BounceIntake> => {
  const parser = createMailParser()
  const needs = { ...given, parser }
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
  boundClients(server.server, needs)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(port, host, () => {
      server.off('error', reject)
      // A client that disconnects in the middle isn't an error.
      server.on('error', () => undefined)
      resolve({
        port: (listening.address() as AddressInfo).port,
        close: async () => {
          await new Promise<void>((closed) => server.close(() => closed()))
          await parser.close()
        },
      })
    })
  })
}
