import { writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type ConsoleHostNeeds, createConsoleHost } from '@postrider/console/console-host'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { Overrides } from '@postrider/wiring/compose'
import { aFirstSetUp } from '../../builders/a-first-set-up.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { anInstallation, type Installation } from '../set-up/an-installation.js'

/** A response of the console, as tests see it. */
export interface ConsoleReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookie: string | undefined
  readonly text: string
}

interface ConsoleRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string
}

const FORM = 'application/x-www-form-urlencoded'

/** Sends a request to a console, with headers that a browser sets and a test may change. */
export const ask = (port: number, path: string, { method, headers = {}, form, body }: ConsoleRequest = {}) =>
  new Promise<ConsoleReply>((resolve, reject) => {
    const sent = form === undefined ? body : new URLSearchParams(form).toString()
    const type = form === undefined ? {} : { 'content-type': FORM }
    const options = { host: '127.0.0.1', port, path, agent: false as const, headers: { ...type, ...headers } }
    const request = httpRequest({ ...options, method: method ?? (sent === undefined ? 'GET' : 'POST') })
    request.on('error', reject)
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const { 'set-cookie': cookies = [], ...others } = response.headers
        const held = Object.entries(others).map(([name, value]) => [name, String(value)])
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(held) as ConsoleReply['headers'],
          cookie: cookies[0],
          text: Buffer.concat(pieces).toString('utf8'),
        })
      })
    })
    request.end(sent)
  })

/** The smallest possible build output. */
export const BUILT = {
  files: {
    'console.js': 'console-A1B2C3D4.js',
    'style.css': 'style-A1B2C3D4.css',
    'part.js': 'part-A1B2C3D4.js',
  },
  firstView: ['console-A1B2C3D4.js', 'part-A1B2C3D4.js'],
}

const SCRIPT = `document.querySelector('#console').append('drawn at ' + location.pathname + location.search)\n`

/** A directory with the build output, compressed like a real build. */
const aBuiltFolder = async (): Promise<string> => {
  const folder = await freshDirectory('console')
  const put = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
  }
  put('console-A1B2C3D4.js', SCRIPT)
  put('part-A1B2C3D4.js', 'export {}\n')
  put('style-A1B2C3D4.css', 'body { margin: 0 }\n')
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(BUILT))
  return folder
}

/** A console on a real installation with a super admin who can sign in. */
export interface ConsoleFixture {
  readonly at: Installation
  readonly made: FirstSetUp
  readonly port: number
  readonly origin: string
  readonly admin: { readonly email: string; readonly password: string }
  /** Second-factor codes, each valid once. */
  nextCode(): string
  /** The headers of a form that a page of the console sends. */
  readonly own: Readonly<Record<string, string>>
  ask(path: string, request?: ConsoleRequest): Promise<ConsoleReply>
  /** Signs the super admin in. Resolves with the headers that the browser sends afterwards. */
  signIn(): Promise<{ readonly cookie: string }>
  /** Another console on the same installation with changes, by default on a free port. */
  openConsole(changes: Partial<ConsoleHostNeeds>, wanted?: number): Promise<number>
  /** Stops the console like a signal does; the installation stays. */
  endHost(): Promise<void>
  close(): Promise<void>
}

/** Opens everything: SQLite in a temporary directory, real adapters, a console on a free port. */
export const openConsoleFixture = async (overrides: Overrides = {}): Promise<ConsoleFixture> => {
  const at = await anInstallation({}, overrides)
  const made = await at.setUp()
  const { firstAdmin } = aFirstSetUp()
  const admin = { email: firstAdmin.email, password: firstAdmin.password }
  const codes = [...made.firstAdmin.recoveryCodes]
  const builtFolder = await aBuiltFolder()
  const hosts: Array<ReturnType<typeof createConsoleHost>> = []
  const openConsole = async (changes: Partial<ConsoleHostNeeds>, wanted = 0): Promise<number> => {
    const { ports, postrider, log, metrics, vocabulary } = at.composition
    const needs = {
      ...ports,
      feed: ports.storage.feed,
      postrider,
      log,
      requestMetrics: metrics,
      vocabulary,
      builtFolder,
      ...changes,
    }
    const host = createConsoleHost(needs)
    hosts.push(host)
    return (await host.listen('127.0.0.1', wanted)).port
  }
  const port = await openConsole({})
  const origin = `http://127.0.0.1:${port}`
  const own = { origin, 'sec-fetch-site': 'same-origin' }
  const nextCode = (): string => codes.shift() ?? expect.fail('there is no code left')
  return {
    at,
    made,
    port,
    origin,
    admin,
    nextCode,
    own,
    ask: (path, request) => ask(port, path, request),
    signIn: async () => {
      const form = { ...admin, code: nextCode(), next: '/' }
      const { status, cookie = '' } = await ask(port, '/sign-in', { headers: own, form })
      expect(status).to.equal(303)
      return { cookie: cookie.split(';')[0] ?? '' }
    },
    openConsole,
    endHost: async () => {
      await hosts[0]?.close()
    },
    close: async () => {
      await Promise.all(hosts.map((host) => host.close()))
      await at.close()
    },
  }
}
