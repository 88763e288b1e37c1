import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { granted } from '../../builders/granted.js'
import { openWebsiteScene, type WebsiteBrowser, type WebsiteScene } from './website-scene.js'

const OFFLINE_MS = 2_000
const TABS = 10
/** Two cores load ten pages. */
const TABS_MS = 20_000

describe('Live lists of the website', () => {
  let scene: WebsiteScene
  let opened: WebsiteBrowser
  let sent = 0
  before(async () => {
    scene = await openWebsiteScene()
    await scene.at.dispatch()
    opened = await scene.browserOf(scene.owner)
  })
  after(() => scene.close())
  afterEach(() => opened.page.context().setOffline(false))

  const send = async (): Promise<string> => {
    const { postrider } = scene.at
    const { credential, projectId, appId, templates } = scene.made
    const { templateId, variables } = templates.find(({ channel }) => channel === 'sms') ?? expect.fail()
    const bearer = await right(postrider.authenticate(credential.bearer, '127.0.0.1'))
    sent += 1
    const to = '+919876543210'
    const request = { projectId, appId, channel: 'sms', to, templateId, variables } as const
    const caller = granted(bearer, 'messages.send')
    return (await right(postrider.acceptMessage(caller, `live-${sent}`, request))).messageId
  }
  const live = (page: Page, text: RegExp | string, timeout?: number) =>
    page.locator('.live', { hasText: text }).waitFor(timeout === undefined ? {} : { timeout })

  it('update shown rows while new ones arrive, without moving them', async () => {
    const { page, go, complaints } = opened
    const first = await send()
    await go('/messages')
    const row = page.locator('tr', { has: page.locator(`a[href^="/messages/${first}"]`) })
    await row.locator('.state.delivered').waitFor()
    const before = await row.boundingBox()
    const count = 60
    let isOver = false
    const sending = (async () => {
      for (let more = 0; more < count; more += 1) {
        await send()
        await sleep(60)
      }
      isOver = true
    })()
    // Changes arrive every few milliseconds: a list that waits for a pause would show nothing.
    await page.locator('.fresh', { hasText: /\d new/ }).waitFor()
    expect(isOver, 'shown only after the last change').to.equal(false)
    expect(await row.boundingBox()).to.deep.equal(before)
    await sending
    const rows = page.locator('[data-row]')
    await page.locator('.fresh', { hasText: '50+ new' }).click()
    await page.locator('.fresh', { hasText: '50+ new' }).waitFor({ state: 'detached' })
    expect(await rows.count()).to.be.greaterThan(50)
    await eventually('every row is shown', async () => {
      const fresh = page.locator('.fresh')
      if ((await fresh.count()) > 0) await fresh.click()
      return (await rows.count()) === count + 1
    })
    await page.locator('tbody tr:not(:has(.state.delivered))').first().waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it('show within two seconds that the network is lost, and recover with it', async () => {
    const { page, go } = opened
    await go('/messages')
    await page.locator('[data-row]').first().waitFor()
    await page.context().setOffline(true)
    await live(page, 'Reconnecting, as of', OFFLINE_MS)
    await page.locator('.late-bar').first().waitFor({ timeout: OFFLINE_MS })
    await page.context().setOffline(false)
    await live(page, 'Live')
  })

  it('load a screen that was opened offline when the network is back', async () => {
    const { page, go } = opened
    await go('/messages')
    await page.locator('[data-row]').first().waitFor()
    await page.context().setOffline(true)
    await live(page, 'Reconnecting, as of', OFFLINE_MS)
    await page.locator('#side').getByRole('link', { name: 'Budgets' }).click()
    await page.getByText('Couldn’t load this screen').waitFor()
    await page.context().setOffline(false)
    await page.locator('#content').locator('table, .about').first().waitFor()
    await page.getByText('Couldn’t load this screen').waitFor({ state: 'detached' })
  })

  it('connect in ten tabs at once; the eleventh shows why it waits', async () => {
    const somebody = await scene.person('Noor Haddad', 'developer')
    const { page, close } = await scene.browserOf(somebody)
    const context = page.context()
    const others = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()))
    const tabs = [page, ...others]
    await Promise.all(tabs.map((tab) => tab.goto(`${scene.address}/messages`)))
    await Promise.all(tabs.map((tab) => live(tab, 'Live', TABS_MS)))
    const eleventh = await context.newPage()
    await eleventh.goto(`${scene.address}/messages`)
    await eleventh.locator('h2', { hasText: 'Too many tabs are open' }).waitFor()
    await others[0]?.close()
    await live(eleventh, 'Live', 10_000)
    for (const tab of tabs.filter((each) => !each.isClosed()))
      expect(await tab.locator('[role=alert]').count()).to.equal(0)
    await close()
  })
})
