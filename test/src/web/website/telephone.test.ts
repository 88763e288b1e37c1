import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import { axeFindings } from '../axe-findings.js'
import { type KnownPerson, openWebsiteScene, type WebsiteScene } from './website-scene.js'

const SMS = '+447400123456'
const MAIL = 'asha@example.com'

describe('The test telephone on the website', () => {
  let scene: WebsiteScene
  let developer: KnownPerson
  let path: string

  before(async () => {
    scene = await openWebsiteScene()
    await scene.at.dispatch()
    developer = await scene.person('Asha Rao', 'developer')
    path = `/apps/${scene.made.appId}`
  })
  after(() => scene.close())

  const telephoneOf = async (options?: BrowserContextOptions) => {
    const opened = await scene.browserOf(developer, options)
    await opened.go(`${path}/telephone`)
    return opened
  }

  it('is reached from the record of a test app, and shows deliveries at once', async () => {
    const { page, go, complaints } = await scene.browserOf(developer)
    await go(path)
    await page.getByRole('link', { name: 'Open the test phone' }).click()
    await page.getByRole('heading', { name: 'No test messages yet' }).waitFor()
    await scene.at.send(scene.made, 'sms', SMS, 'DELIVERED')
    await page.locator('.chat li').first().waitFor()
    await scene.at.send(scene.made, 'email', MAIL, 'DELIVERED')
    await eventually(
      'both recipients',
      async () => (await page.locator('#telephone-of option').count()) === 2,
    )
    await page.selectOption('#telephone-of', MAIL)
    await page.locator('.chat b.strong').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('accepts STOP as an inbound message, which suppresses the recipient', async () => {
    const { page, go } = await telephoneOf()
    await page.selectOption('#telephone-of', SMS)
    await page.fill('#say', 'STOP')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('The recipient has opted out.').waitFor()
    await page.locator('.chat li.ours', { hasText: 'STOP' }).waitFor()
    await go('/messages/opt-outs')
    await page.locator('tbody tr').first().waitFor()
    await go('/messages/received')
    await page.locator('td', { hasText: 'STOP' }).first().waitFor()
  })

  it('is readable in light, dark and on a phone', async () => {
    const looks: Readonly<Record<string, BrowserContextOptions>> = {
      light: { colorScheme: 'light', viewport: { width: 1200, height: 700 } },
      dark: { colorScheme: 'dark', viewport: { width: 1200, height: 700 } },
      phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    }
    for (const [look, options] of Object.entries(looks)) {
      const { page, close } = await telephoneOf(options)
      await page.locator('.chat li').first().waitFor()
      expect(await axeFindings(page), look).to.deep.equal([])
      const folder = process.env['TELEPHONE_PICTURES']
      if (folder !== undefined) await page.screenshot({ path: `${folder}/telephone-${look}.png` })
      await close()
    }
  })
})
