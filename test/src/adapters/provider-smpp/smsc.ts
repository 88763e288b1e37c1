import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@postrider/conformance/eventually'
import { binary } from '../../servers/binaries.js'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { startProcess } from '../../servers/server-process.js'

/** A submit as the SMSC read it. */
export interface SmscSubmit {
  readonly event: 'submit'
  readonly id: string
  readonly destination_addr: string
  readonly source_addr: string
  readonly source_addr_ton: number
  readonly source_addr_npi: number
  readonly dest_addr_ton: number
  readonly dest_addr_npi: number
  readonly esm_class: number
  readonly data_coding: number
  readonly registered_delivery: number
  readonly validity_period: string
  readonly text: string
  /** The bytes that it reads as the text, in hexadecimal digits. */
  readonly octets: string
  /** The header of a part, in hexadecimal digits. */
  readonly header: string
  readonly dlt: Readonly<Record<string, string>>
  /** The whole body, in hexadecimal digits. */
  readonly hex: string
}

/** Its other parameters. */
export type SmscEvent =
  | SmscSubmit
  | { readonly event: 'listening' | 'enquire' | 'unbind' | 'session_ended' }
  | { readonly event: 'bind'; readonly use: string; readonly system_id: string; readonly status: number }
  | { readonly event: 'receipt'; readonly status: number }

/** An SMSC with an independent protocol implementation: Perl's Net::SMPP. */
export interface Smsc {
  readonly port: number
  events(): readonly SmscEvent[]
  submits(): readonly SmscSubmit[]
  /** Kills it, or starts it again on its port. */
  kill(): Promise<void>
  start(): Promise<void>
}

const script = fileURLToPath(new URL('../../../src/adapters/provider-smpp/smsc.pl', import.meta.url))

export const startSmsc = async (): Promise<Smsc> => {
  const directory = await freshDirectory('smsc')
  const port = await freePort()
  const log = join(directory, 'events')
  binary('netSmpp')
  const events = (): readonly SmscEvent[] => {
    const lines = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line) as SmscEvent)
  }
  const listenings = (): number => events().filter(({ event }) => event === 'listening').length
  const run = async () => {
    const before = listenings()
    const server = await startProcess({
      path: binary('perl'),
      args: [script, String(port), log],
      logFile: join(directory, 'output'),
    })
    await eventually('the SMSC listens', () => {
      if (!server.isAlive()) throw new Error(server.output())
      return listenings() > before
    })
    return server
  }
  let server = await run()
  return {
    port,
    events,
    submits: () => events().filter((one): one is SmscSubmit => one.event === 'submit'),
    kill: () => server.end('SIGKILL'),
    start: async () => {
      server = await run()
    },
  }
}
