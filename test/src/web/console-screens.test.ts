import { join } from 'node:path'
import axe from 'axe-core'
import { expect } from 'chai'
import type { WebSocketRoute } from 'playwright-core'
import { errorBodyOf } from '@postrider/contracts/errors/error-body'
import type { Operator } from '@postrider/core/use-cases/callers/caller'
import { E } from '@postrider/core/fp'
import { right } from '@postrider/conformance/outcome'
import { repositoryRoot } from '../architecture/source-files.js'
import { type ConsoleFixture, openConsoleFixture } from '../hosts/console/console-fixture.js'
import { type BrowserPage, openBrowserPage } from '../servers/browser.js'

interface Frame {
  readonly id: string
  readonly method: string
  readonly params: Record<string, unknown>
}

const ORIGIN = { requestId: 'req-browser', clientAddress: '127.0.0.1' }
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const SCREENS = [
  ['/', 'Overview'],
  ['/messages', 'Messages'],
  ['/reconciliation', 'Reconciliation'],
  ['/templates', 'Templates'],
  ['/approvals', 'Approvals'],
  ['/switches', 'Switches'],
  ['/providers', 'Providers'],
  ['/prices', 'Prices'],
  ['/organizations', 'Organizations'],
  ['/support', 'Support'],
  ['/audit', 'Audit log'],
  ['/people', 'People and keys'],
  ['/me', 'You'],
] as const

/** Answers frames by the one runner, for whoever has signed in; nothing can be watched. */
const answering = (console: ConsoleFixture, operator: Operator) => (socket: WebSocketRoute) => {
  const { postrider } = console.at.composition
  const say = (frame: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...frame }))
  const refuse = (id: string, code: Parameters<typeof errorBodyOf>[0]): void =>
    say({ id, error: { code: -32_000, message: 'Refused', data: errorBodyOf(code, ORIGIN.requestId) } })
  socket.onMessage((text) => {
    const { id, method, params } = JSON.parse(String(text)) as Frame
    if (method === 'session.authenticate') return say({ id, result: { userId: operator.facts.user.userId } })
    if (method.includes('.')) return refuse(id, 'invalid_request')
    void postrider
      .runOperation(operator, method, params, ORIGIN)()
      .then((ran) => {
        if (E.isLeft(ran)) return refuse(id, 'cause' in ran.left ? 'service_unavailable' : 'not_found')
        return say({ id, result: ran.right.result })
      })
  })
}

describe('The screens of the console, in a browser', function () {
  this.timeout(120_000)
  let console: ConsoleFixture
  let browser: BrowserPage
  let operator: Operator
  let address: string

  before(async () => {
    console = await openConsoleFixture()
    const port = await console.openConsole({ builtFolder: join(repositoryRoot, 'web/dist/console') })
    address = `http://127.0.0.1:${port}`
    const [name = '', token = ''] = (await console.signIn()).cookie.split('=')
    operator = await right(console.at.composition.postrider.operatorSessions.find(token))
    browser = await openBrowserPage(1280)
    const { page } = browser
    await page.context().addCookies([{ name, value: token, url: address }])
    await page.routeWebSocket(/\/socket$/, answering(console, operator))
  })
  after(async () => {
    await browser.close()
    await console.close()
  })

  const shown = async (path: string, title: string): Promise<void> => {
    await browser.page.goto(address + path)
    await browser.page.locator('h1', { hasText: title }).waitFor()
    await browser.page.locator('.live', { hasText: 'Live' }).waitFor()
    await browser.page.locator('.bones').waitFor({ state: 'detached' })
  }

  const expectAccessible = async (): Promise<void> => {
    const { page, complaints } = browser
    await page.evaluate(axe.source)
    const found = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as axe.AxeResults
    const broken = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`)
    expect(broken).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).to.equal(false)
    expect(complaints).to.deep.equal([])
  }

  for (const [path, title] of SCREENS)
    it(`${title}: accessible in the light and wide, in the dark and narrow`, async () => {
      await browser.page.emulateMedia({ colorScheme: 'light' })
      await browser.page.setViewportSize({ width: 1280, height: 800 })
      await shown(path, title)
      await expectAccessible()
      await browser.page.emulateMedia({ colorScheme: 'dark' })
      await browser.page.setViewportSize({ width: 320, height: 800 })
      await expectAccessible()
    })

  it('are gone to by the keyboard alone', async () => {
    const { page } = browser
    await page.setViewportSize({ width: 1280, height: 800 })
    await shown('/messages', 'Messages')
    await page.keyboard.press('/')
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Audit log' }).waitFor()
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('section[aria-label="Event"]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('section[aria-label="Event"]').waitFor({ state: 'detached' })
  })

  it('find messages by what is known of one, which no address holds', async () => {
    const { page } = browser
    await page.setViewportSize({ width: 320, height: 800 })
    await shown('/', 'Overview')
    await page.keyboard.press('/')
    await page.keyboard.type('+91 98765 43210')
    await page.keyboard.press('Enter')
    await page.locator('section[aria-label^="Messages found"] h2', { hasText: 'No message found' }).waitFor()
    expect(page.url()).to.equal(`${address}/messages`)
    expect(await page.evaluate('history.state')).to.deep.equal({ find: '+91 98765 43210' })
    await expectAccessible()
    await page.getByText('End the search').click()
    await page.locator('section[aria-label^="Messages, the newest"]').waitFor()
    expect(await page.evaluate('history.state')).to.deep.equal({})
  })
})
