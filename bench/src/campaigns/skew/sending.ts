import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@postrider/conformance/eventually'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import type { MailJournal } from './mail-journal.js'

/** Somebody who sends mails to some hosts in turn. */
export interface Sender {
  readonly tenant: TestTenant
  readonly mails: MailJournal
  /** Ports of the hosts, asked one after the other whether they are ready or not. */
  readonly ports: readonly number[]
  /** What begins the addresses' second part, so that runs of one journal stay apart. */
  readonly name: string
}

/** A mail that was accepted. */
interface Sent {
  readonly address: string
  /** By the stopwatch of this process. */
  readonly answeredAtMs: number
  /** By how much the time it was accepted at differs from when this process asked and was answered. */
  readonly stampedOffMs: number
}

/** What became of all that was sent. */
export interface Outcome {
  readonly sent: number
  readonly lost: number
  readonly twice: number
  /** The longest time from an answer to the mail server, in milliseconds. */
  readonly latestMs: number
  /** The furthest that an acceptance was stamped from when it happened, in milliseconds. */
  readonly stampedOffMs: number
}

const ARRIVED_WITHIN_MS = 60_000
const SLOW_EVERY = 40

const sendOne = async ({ tenant, ports, name }: Sender, count: number): Promise<Sent> => {
  const address = `${count % SLOW_EVERY === SLOW_EVERY - 1 ? 'slow' : 'mail'}-${count}@${name}.example`
  const port = ports[count % ports.length] ?? 0
  const askedAtMs = Date.now()
  const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.bearer}`,
      'content-type': 'application/json',
      'idempotency-key': `mail-${name}-${count}`,
    },
    body: JSON.stringify({
      projectId: tenant.project.projectId,
      appId: tenant.app.appId,
      channel: 'email',
      to: address,
      templateId: tenant.template.email.templateId,
      variables: { name: 'Asha', note: 'It is on time.' },
    }),
  })
  const answeredAtMs = performance.now()
  const body = (await answer.json()) as { readonly acceptedAt?: string }
  if (answer.status !== 202 || body.acceptedAt === undefined)
    throw new Error(`${address} was answered ${answer.status}: ${JSON.stringify(body)}`)
  const stampedAtMs = Date.parse(body.acceptedAt)
  const stampedOffMs = Math.max(0, askedAtMs - stampedAtMs, stampedAtMs - Date.now())
  return { address, answeredAtMs, stampedOffMs }
}

/** Processes that have just begun are slow, whatever their clocks tell: what comes first is not counted. */
const WARM_UP = 8

/** Sends so many mails, so long apart, and waits until they have arrived or surely will not. */
export const sendMails = async (sender: Sender, count: number, apartMs: number): Promise<Outcome> => {
  const sending: Array<Promise<Sent>> = []
  for (let at = 0; at < count + WARM_UP; at += 1) {
    const one = sendOne(sender, at)
    // Whoever is refused is met below, with all the others.
    one.catch(() => undefined)
    sending.push(one)
    await pause(apartMs)
  }
  const sent = await Promise.all(sending)
  const arrivals = ({ address }: Sent): readonly number[] => sender.mails.arrivals(address)
  const isThere = (): boolean => sent.every((one) => arrivals(one).length > 0)
  await eventually('all mails', isThere, ARRIVED_WITHIN_MS).catch(() => undefined)
  const waits = sent.slice(WARM_UP).flatMap((one) => arrivals(one).map((atMs) => atMs - one.answeredAtMs))
  return {
    sent: sent.length,
    lost: sent.filter((one) => arrivals(one).length === 0).length,
    twice: sent.filter((one) => arrivals(one).length > 1).length,
    latestMs: Math.max(...waits),
    stampedOffMs: Math.max(...sent.map(({ stampedOffMs }) => stampedOffMs)),
  }
}
