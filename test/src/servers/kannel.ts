import { rm, writeFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from '@postrider/conformance/eventually'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess, untilReady } from './server-process.js'

/**
 * Kannel as an HTTP gateway for SMS on loopback. It uses its own SMSC, which only prints what it got, or
 * another one.
 */
export interface Kannel {
  /** The URL for messages of the user `shop` with the password `a secret&`. */
  readonly url: string
  /** The messages of its own SMSC, one line each: sender, recipient, coding, text. */
  readonly got: readonly string[]
  /** Whether it responds at all, even with an authentication error. */
  answers(): Promise<boolean>
  stop(): Promise<void>
}

/** Its options besides sending. */
export interface KannelPlan {
  /** The port for messages. Default: any free one. */
  readonly sendingPort?: number
  /** The port of an SMSC that it binds to over SMPP, and the address for inbound messages, if any. */
  readonly over?: { readonly smppPort: number; readonly inboundTo?: string }
}

const ownSmsc = (port: number): string => `
group = smsc
smsc = fake
host = 127.0.0.1
port = ${port}
connect-allow-ip = 127.0.0.1
`

const overSmpp = ({ smppPort, inboundTo }: NonNullable<KannelPlan['over']>): string => `
group = smsc
smsc = smpp
host = 127.0.0.1
port = ${smppPort}
transceiver-mode = true
smsc-username = kannel
smsc-password = secret
system-type = ""
${
  inboundTo === undefined
    ? ''
    : `
group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "${inboundTo}?id=%I&from=%p&to=%P&charset=%C&text=%b"
`
}`

type Ports = Readonly<Record<'admin' | 'boxes' | 'smsc' | 'sending', number>>

const configuration = (ports: Ports, { over }: KannelPlan): string => `
group = core
admin-port = ${ports.admin}
admin-password = admin
admin-interface = 127.0.0.1
smsbox-port = ${ports.boxes}
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"

${over === undefined ? ownSmsc(ports.smsc) : ''}
group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${ports.boxes}
sendsms-port = ${ports.sending}
sendsms-interface = 127.0.0.1
http-request-retry = 50
http-queue-delay = 1

group = sendsms-user
username = shop
password = "a secret&"
max-messages = 100
concatenation = true
${over === undefined ? '' : overSmpp(over)}`

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

const probe = async (port: number): Promise<void> => void (await connected(port)).destroy()

/** It also accepts messages before its SMSC is connected, and queues them. */
const untilOnline = (adminPort: number): Promise<void> =>
  eventually('Kannel is bound to its SMSC', async () => {
    const status = await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=admin`)
    return /smpp:[^(]*\(online/i.test(await status.text())
  })

const ANSWER_MS = 5_000

const answersAt = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )

/** The URL for messages on a port. */
export const kannelAddress = (port: number): string => `http://127.0.0.1:${port}/cgi-bin/sendsms`

/** Starts both of its programs, and connects to its own SMSC if there is one. */
export const startKannel = async (plan: KannelPlan = {}): Promise<Kannel> => {
  const directory = await freshDirectory('kannel')
  const ports = {
    admin: await freePort(),
    boxes: await freePort(),
    smsc: await freePort(),
    sending: plan.sendingPort ?? (await freePort()),
  }
  const file = join(directory, 'kannel.conf')
  await writeFile(file, configuration(ports, plan))
  const start = (name: 'bearerbox' | 'smsbox') =>
    startProcess({ path: binary(name), args: [file], logFile: join(directory, `${name}.log`) })
  const bearerbox = await start('bearerbox')
  // It opens the port of its SMSC a little after its other ports.
  const smsc = await untilReady(bearerbox, {
    name: 'bearerbox',
    timeoutMs: 30_000,
    probe: async () => {
      await probe(ports.boxes)
      return plan.over === undefined ? connected(ports.smsc) : undefined
    },
  })
  const got: string[] = []
  if (smsc !== undefined) createInterface({ input: smsc }).on('line', (line) => got.push(line))
  const smsbox = await start('smsbox')
  await untilReady(smsbox, { name: 'smsbox', timeoutMs: 30_000, probe: () => probe(ports.sending) })
  if (plan.over !== undefined) await untilOnline(ports.admin)
  const url = kannelAddress(ports.sending)
  return {
    url,
    got,
    answers: () => answersAt(url),
    stop: async () => {
      smsc?.destroy()
      await smsbox.end('SIGKILL')
      await bearerbox.end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
