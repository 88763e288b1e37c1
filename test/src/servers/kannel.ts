import { rm, writeFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess, untilReady } from './server-process.js'

/** Kannel as a gateway of SMS over HTTP, on loopback, before a message centre of its own that only says what it got. */
export interface Kannel {
  /** Where it takes messages, for the user `shop` with the password `a secret&`. */
  readonly url: string
  /** What the message centre got, one line each: sender, recipient, coding, text. */
  readonly got: readonly string[]
  stop(): Promise<void>
}

const configuration = (ports: Readonly<Record<'admin' | 'boxes' | 'centre' | 'sending', number>>): string => `
group = core
admin-port = ${ports.admin}
admin-password = admin
admin-interface = 127.0.0.1
smsbox-port = ${ports.boxes}
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"

group = smsc
smsc = fake
host = 127.0.0.1
port = ${ports.centre}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${ports.boxes}
sendsms-port = ${ports.sending}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = shop
password = "a secret&"
max-messages = 10
concatenation = true
`

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

const probe = async (port: number): Promise<void> => void (await connected(port)).destroy()

/** Starts both of its programs, and listens to the message centre. */
export const startKannel = async (): Promise<Kannel> => {
  const directory = await freshDirectory('kannel')
  const ports = {
    admin: await freePort(),
    boxes: await freePort(),
    centre: await freePort(),
    sending: await freePort(),
  }
  const file = join(directory, 'kannel.conf')
  await writeFile(file, configuration(ports))
  const start = (name: 'bearerbox' | 'smsbox') =>
    startProcess({ path: binary(name), args: [file], logFile: join(directory, `${name}.log`) })
  const bearerbox = await start('bearerbox')
  await untilReady(bearerbox, { name: 'bearerbox', timeoutMs: 30_000, probe: () => probe(ports.boxes) })
  const centre = await connected(ports.centre)
  const got: string[] = []
  createInterface({ input: centre }).on('line', (line) => got.push(line))
  const smsbox = await start('smsbox')
  await untilReady(smsbox, { name: 'smsbox', timeoutMs: 30_000, probe: () => probe(ports.sending) })
  return {
    url: `http://127.0.0.1:${ports.sending}/cgi-bin/sendsms`,
    got,
    stop: async () => {
      centre.destroy()
      await smsbox.end('SIGKILL')
      await bearerbox.end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
