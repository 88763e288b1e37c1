import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@postrider/conformance/eventually'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import type { MailJournal } from './mail-journal.js'

/** A sender of emails to several hosts in turn. */
export interface Sender {
  readonly tenant: TestTenant
  readonly mails: MailJournal
  /** Ports of the hosts, which are called in turn whether they are ready or not. */
  readonly ports: readonly number[]
  /** The prefix of the addresses' domain, which separates runs of one journal. */
  readonly name: string
}

/** An accepted email. */
interface Sent {
  readonly address: string
  /** On this process's monotonic clock. */
  readonly answeredAtMs: number
  /** The difference between the acceptance time and this process's times of request and response. */
  readonly stampedOffMs: number
}

/** The result for all sent emails. */
export interface Outcome {
  readonly sent: number
  readonly lost: number
  readonly twice: number
  /** The longest time from a response to the mail server, in milliseconds. */
  readonly latestMs: number
  /** The largest error of an acceptance time, in milliseconds. */
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

/** New processes are slow regardless of their clocks, so the first emails don't count. */
const WARM_UP = 8

/** Sends this number of emails at this interval, and waits until they have arrived or certainly won't. */
export const sendMails = async (sender: Sender, count: number, apartMs: number): Promise<Outcome> => {
  const sending: Array<Promise<Sent>> = []
  for (let at = 0; at < count + WARM_UP; at += 1) {
    const one = sendOne(sender, at)
    // A rejection is handled below, with all others.
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
