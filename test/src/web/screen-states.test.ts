import { expect } from 'chai'
import type { Page, WebSocketRoute } from 'playwright-core'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import { eventually } from '@postrider/conformance/eventually'
import type { BrowserPage } from '../servers/browser.js'
import { DOCS_URL } from './docs-url.js'
import { openSignedInBrowser, type SignedInBrowser } from './signed-in-browser.js'

interface Frame {
  readonly id: string
  readonly method: string
  readonly params: { readonly operation?: string }
}

type Failing = 'service_unavailable' | 'permission_denied' | undefined

describe('The states of a screen in a browser', () => {
  let browser: BrowserPage
  let page: Page
  let address: string
  let signedIn: SignedInBrowser
  /** The refusal of every reading, while one is set. */
  let failing: Failing
  let isCut: boolean
  const sockets: WebSocketRoute[] = []
  /** The calls of the page. */
  const called: string[] = []

  /**
   * Forwards to the real server. Readings are refused while a failure is set, and subscriptions always are.
   */
  const between = (socket: WebSocketRoute): void => {
    if (isCut) return void socket.close({ code: 1012 })
    sockets.push(socket)
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      const { id, method, params } = JSON.parse(String(text)) as Frame
      called.push(method)
      const isOwn = method.startsWith('session.') || params.operation === 'getOwnAccess'
      const code = method === 'live.subscribe' ? 'not_found' : isOwn ? undefined : failing
      if (code === undefined) return server.send(text)
      const error = { code: -32_000, message: 'Refused', data: errorBodyOf(code, 'req_refused') }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    })
  }

  before(async () => {
    // Minutes of polling take a second here, and a fast machine would exceed the rate limit.
    signedIn = await openSignedInBrowser({ callsAtOnce: 5_000 })
    ;({ browser, address } = signedIn)
    page = browser.page
    await page.clock.install()
    await page.routeWebSocket(/\/socket$/, between)
  })
  beforeEach(() => {
    failing = undefined
    isCut = false
  })
  after(async () => {
    await signedIn.close()
  })

  const go = async (path: string): Promise<void> => {
    await page.goto(address + path)
    await page.locator('.live', { hasText: 'Live' }).waitFor()
  }
  /** Readings that can't be watched are polled by then. */
  const lookAgain = () => page.clock.runFor(11_000)

  it('show what failed with its request id and that nothing was changed, and offer a retry', async () => {
    failing = 'service_unavailable'
    for (const path of ['/providers', '/messages', '/organizations', '/people', '/audit']) {
      await go(path)
      const note = page.locator('[role="alert"]', { hasText: 'Couldn’t load this' }).first()
      await note.waitFor()
      expect(await note.innerText(), path)
        .to.contain('Nothing changed.')
        .and.to.contain('req_refused')
      const link = note.getByRole('link', { name: 'Causes and fix' })
      expect(await link.getAttribute('href')).to.equal(`${DOCS_URL}/errors/service_unavailable`)
    }
    failing = undefined
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('tbody tr').first().waitFor()
    expect(await page.locator('[role="alert"]').count()).to.equal(0)
  })

  it("keep the shown data with its time if it can't be read again, and offer a retry", async () => {
    await go('/providers')
    const row = page.locator('tbody tr', { hasText: 'Sandbox' })
    await row.waitFor()
    failing = 'service_unavailable'
    await lookAgain()
    const bar = page.locator('.late-bar').first()
    await bar.waitFor()
    expect(await bar.innerText()).to.match(/These values are from \d\d:\d\d:\d\d\.\s+Retry/)
    expect(await row.isVisible()).to.equal(true)
    failing = undefined
    for (const retry of await page.getByRole('button', { name: 'Retry' }).all()) await retry.click()
    await bar.waitFor({ state: 'detached' })
  })

  it('hide data that the reader may no longer see', async () => {
    await go('/providers')
    await page.locator('tbody tr', { hasText: 'Sandbox' }).waitFor()
    failing = 'permission_denied'
    await lookAgain()
    await page.locator('h2', { hasText: 'You don’t have this permission' }).first().waitFor()
    expect(await page.locator('tbody tr').count()).to.equal(0)
  })

  it('make no user calls while the person is inactive, and one when they navigate', async () => {
    await go('/providers')
    await page.locator('tbody tr', { hasText: 'Sandbox' }).waitFor()
    called.length = 0
    const readings = (): number => called.filter((method) => method === 'live.read').length
    for (let looks = 1; looks <= 8; looks += 1) {
      await lookAgain()
      await eventually('it was looked again', () => readings() >= looks)
    }
    const calls = (): readonly string[] => called.filter((method) => !method.includes('.'))
    expect(calls()).to.deep.equal([])
    await page.locator('.live', { hasText: 'Live' }).waitFor()
    await page.locator('#side').getByRole('link', { name: 'Approvals' }).click()
    await page.locator('h1', { hasText: 'Approvals' }).waitFor()
    await eventually('the person is there', () => calls().length > 0)
    expect(calls()).to.deep.equal(['getOwnAccess'])
  })

  it('show since when the data may be stale while the connection is lost, and update when it is back', async () => {
    await go('/providers')
    await page.locator('tbody tr', { hasText: 'Sandbox' }).waitFor()
    isCut = true
    for (const socket of sockets) await socket.close({ code: 1012 })
    await page.locator('.late-bar', { hasText: 'These values are from' }).first().waitFor()
    const since = await page.locator('.live').innerText()
    expect(since).to.contain('Reconnecting, as of')
    await page.clock.runFor(60_000)
    expect(await page.locator('.live').innerText()).to.equal(since)
    expect(await page.locator('tbody tr', { hasText: 'Sandbox' }).isVisible()).to.equal(true)
    isCut = false
    await page.clock.runFor(31_000)
    await page.locator('.live', { hasText: 'Live' }).waitFor()
    await page.locator('.late-bar').first().waitFor({ state: 'detached' })
    expect(browser.complaints).to.deep.equal([])
  })
})
