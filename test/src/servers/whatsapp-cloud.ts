import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@postrider/conformance/eventually'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess } from './server-process.js'
import type { CloudConfiguration, CloudTemplate } from './whatsapp-configuration.js'
import type { SentTemplate } from './whatsapp-messages.js'

type CloudEvent =
  | ({ readonly event: 'message'; readonly id: string } & SentTemplate)
  | { readonly event: 'told'; readonly field: string; readonly status: number }
  | { readonly event: 'connections'; readonly open: number }
  | { readonly event: 'listening' }

/** The vendor's Cloud API for tests, in its own process. */
export interface WhatsappCloud extends CloudConfiguration {
  readonly url: string
  messages(): ReadonlyArray<{ readonly id: string } & SentTemplate>
  /** The number of connections with messages. */
  connections(): number
  /** The response statuses of its callbacks. */
  callbackStatuses(): readonly number[]
  /** Subscribes an address like the vendor's console; false if the address doesn't know the token. */
  subscribe(callbackUrl: string, verifyToken: string): Promise<boolean>
  /** Sends a webhook of the vendor. */
  tell(field: string, value: object): Promise<void>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('whatsapp-cloud-process.js', import.meta.url))

/** Starts it with one number of a business account with these templates. */
export const startWhatsappCloud = async (
  templates: readonly CloudTemplate[],
  statuses: readonly string[] = ['sent', 'delivered'],
): Promise<WhatsappCloud> => {
  const directory = await freshDirectory('whatsapp')
  const configuration: CloudConfiguration = {
    port: await freePort(),
    logFile: join(directory, 'events'),
    version: 'v25.0',
    appId: '290000000000001',
    wabaId: '102290129340398',
    accessToken: 'EAAG-access-token',
    appSecret: 'app-secret',
    numbers: ['106540352242922'],
    templates,
    statuses,
  }
  const file = join(directory, 'configuration.json')
  await writeFile(file, JSON.stringify(configuration))
  const events = (): readonly CloudEvent[] => {
    const lines = readFileSync(configuration.logFile, { encoding: 'utf8', flag: 'a+' }).split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line) as CloudEvent)
  }
  const server = await startProcess({
    path: process.execPath,
    args: [program, file],
    logFile: join(directory, 'output'),
  })
  await eventually('the Cloud API listens', () => {
    if (!server.isAlive()) throw new Error(server.output())
    return events().some(({ event }) => event === 'listening')
  })
  const url = `http://127.0.0.1:${configuration.port}`
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${configuration.accessToken}` },
      body: JSON.stringify(body),
    })
  return {
    ...configuration,
    url,
    messages: () => events().flatMap((one) => (one.event === 'message' ? [one] : [])),
    connections: () =>
      events()
        .flatMap((one) => (one.event === 'connections' ? [one.open] : []))
        .at(-1) ?? 0,
    callbackStatuses: () => events().flatMap((one) => (one.event === 'told' ? [one.status] : [])),
    subscribe: async (callback_url, verify_token) => {
      const path = `/${configuration.version}/${configuration.appId}/subscriptions`
      return (await post(path, { callback_url, verify_token })).ok
    },
    tell: async (field, value) => void (await post('/as-the-vendor/changes', { field, value })),
    stop: () => server.end('SIGKILL'),
  }
}
