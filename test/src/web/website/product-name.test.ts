import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const NAME = `Acme<b>&${'M'.repeat(32)}`
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 700 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 700 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
}

const OVERFLOW =
  "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.side'))"

describe('A long product name at the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene({ product: { name: NAME, supportAddress: 'help@acme.example' } })
  })
  after(() => scene.close())

  it('has 40 characters', () => expect(NAME).to.have.length(40))

  for (const [look, options] of Object.entries(LOOKS))
    it(`is in the navigation, the title and the sign-in page, beside the link to support: ${look}`, async () => {
      const { page, go, close, complaints } = await scene.browserOf(scene.owner, options)
      const folder = process.env['PRODUCT_PICTURES']
      const picture = async (part: string): Promise<void> => {
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${part}-${look}.png` })
      }
      await go('/members')
      await eventually('the title', async () => (await page.title()).endsWith(` · ${NAME}`))
      if (look === 'phone') await page.click('.menu')
      expect((await page.locator('.side .mark').innerText()).trim()).to.equal(NAME)
      const support = page.locator('.side').getByRole('link', { name: 'Contact support' })
      expect(await support.getAttribute('href')).to.equal('mailto:help@acme.example')
      expect(await page.evaluate(OVERFLOW)).to.equal(0)
      expect(await page.textContent('body')).to.not.include('Postrider')
      await picture('navigation')
      expect(await axeFindings(page)).to.deep.equal([])
      await page.context().clearCookies()
      await page.goto(`${scene.address}/sign-in`)
      expect(await page.title()).to.equal(`Sign in – ${NAME}`)
      expect(await axeFindings(page)).to.deep.equal([])
      await picture('sign-in')
      expect(complaints).to.deep.equal([])
      await close()
    })
})
