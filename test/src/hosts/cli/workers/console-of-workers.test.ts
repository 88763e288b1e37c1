import { once } from 'node:events'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { eventually } from '@postrider/conformance/eventually'
import { aFirstSetUp } from '../../../builders/a-first-set-up.js'
import { createDatabase, type TestDatabase } from '../../../servers/test-database.js'
import { ask } from '../../console/console-fixture.js'
import { anInstallation, type Installation } from '../../set-up/an-installation.js'
import { endCommands, startPostrider } from '../run-postrider.js'
import { settingsOnServers } from '../settings-on-servers.js'

/** The frames of a socket, by method or by the id of a call. */
interface Heard {
  readonly id?: string
  readonly method?: string
  readonly result?: unknown
}

describe('The console with several workers', () => {
  let database: TestDatabase
  let settings: Readonly<Record<string, string>>
  let at: Installation
  before(async () => {
    database = await createDatabase()
    settings = await settingsOnServers(database)
    at = await anInstallation(settings)
  })
  after(async () => {
    endCommands()
    await at.close()
    await database.drop()
  })

  it("accepts a ticket on a worker that didn't issue it, and keeps each page current", async () => {
    const made = await at.setUp()
    const { firstAdmin } = aFirstSetUp()
    const running = startPostrider(['start', '--workers', '2'], settings)
    await running.logged('all workers ready')
    const port = Number((await running.logged('serving'))['consolePort'])
    const origin = `http://127.0.0.1:${port}`
    const own = { origin, 'sec-fetch-site': 'same-origin' }
    const [code = ''] = made.firstAdmin.recoveryCodes
    const form = { email: firstAdmin.email, password: firstAdmin.password, code, next: '/' }
    const signedIn = await ask(port, '/sign-in', { headers: own, form })
    expect(signedIn.status).to.equal(303)
    const headers = { ...own, cookie: signedIn.cookie?.split(';')[0] ?? '' }

    /** A page's socket, authenticated with a ticket and subscribed to the list of messages. */
    const openPage = async () => {
      const { text } = await ask(port, '/ticket', { method: 'POST', headers })
      const { ticket } = JSON.parse(text) as { readonly ticket: string }
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, 'postrider.console.v1', {
        headers,
      })
      const heard: Heard[] = []
      socket.on('message', (frame: Buffer) => heard.push(JSON.parse(frame.toString()) as Heard))
      await once(socket, 'open')
      const call = async (id: string, method: string, params: object): Promise<void> => {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
        await eventually(`an answer to ${method}`, () => heard.some((one) => one.id === id))
        expect(
          heard.find((one) => one.id === id),
          method,
        ).to.have.property('result')
      }
      await call('in', 'session.authenticate', { ticket })
      const subscription = { subscription: 'messages', operation: 'listMessages', request: {} }
      await call('list', 'live.subscribe', subscription)
      return { socket, events: () => heard.filter(({ method }) => method === 'live.event').length }
    }

    // One after another, because the number of waiting sign-ins is limited.
    const pages: Array<Awaited<ReturnType<typeof openPage>>> = []
    while (pages.length < 4) pages.push(await openPage())
    const before = pages.map(({ events }) => events())
    await at.send(made, 'sms', '+447400123456', 'ACCEPTED')
    await eventually('the message on every page', () =>
      pages.every(({ events }, page) => events() > (before[page] ?? 0)),
    )
    const sentAway = Promise.all(pages.map(({ socket }) => once(socket, 'close')))
    running.process.kill('SIGHUP')
    expect((await sentAway).map(([closeCode]) => closeCode as number)).to.deep.equal(pages.map(() => 1001))
    const comesBack = (): Promise<boolean> =>
      openPage().then(
        ({ socket }) => {
          socket.terminate()
          return true
        },
        // A page also retries if it reached a worker that has just started to drain.
        () => false,
      )
    await eventually('a page that comes back', comesBack)
    await running.logged('all workers replaced')
    running.process.kill('SIGTERM')
    expect(await running.exitCode, running.err()).to.equal(0)
  })
})
