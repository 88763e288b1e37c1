import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { cookieOf } from '../../servers/browser.js'
import { type KnownPerson, openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('The website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  it('signs people in with a form without script, and returns to the requested page', async () => {
    const { address, owner } = scene
    const { page, complaints } = await scene.browserOf(owner, { javaScriptEnabled: false })
    await page.context().clearCookies()
    await page.goto(`${address}/?from=mail`)
    expect(new URL(page.url()).pathname).to.equal('/sign-in')
    await page.fill('[name=email]', owner.email)
    await page.fill('[name=password]', 'not this one, at all')
    await page.click('button[type=submit]')
    expect(await page.textContent('body')).to.include('Wrong email address or password.')
    expect(await page.inputValue('[name=email]')).to.equal(owner.email)
    await page.fill('[name=password]', owner.password)
    await page.click('button[type=submit]')
    await page.fill('[name=code]', scene.nextCode())
    await page.click('button[type=submit]')
    expect(page.url()).to.equal(`${address}/?from=mail`)
    expect(complaints).to.deep.equal([])
  })

  it('shows the current organization, live, even at a width of 320 px', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner, {
      viewport: { width: 320, height: 700 },
    })
    await go('/')
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320)
    await page.click('.menu')
    await page.locator('.side .choice-of-organization').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('shows people without an organization their account only', async () => {
    const { page, go } = await scene.browserOf(await scene.person('New Person'))
    await go('/')
    await page.locator('.who', { hasText: 'New Person' }).waitFor()
    expect(await page.locator('.choice-of-organization').count()).to.equal(0)
  })

  it('ends with the session: entries except secrets are restored after signing in', async () => {
    const { owner } = scene
    const { page, go } = await scene.browserOf(owner)
    const dialog = page.locator('dialog')
    const endAndReturn = async (path: string, as: KnownPerson = owner): Promise<void> => {
      const cookie = await cookieOf(page, 'person')
      await right(scene.at.postrider.personSessions.end(cookie?.value ?? '', NOWHERE))
      await page.locator('.live', { hasText: 'Signed out' }).waitFor()
      // A dialog covers the bar that links to the sign-in.
      await page.keyboard.press('Escape')
      await page.locator('.late-bar', { hasText: 'Your session has expired' }).locator('a').click()
      await page.fill('[name=email]', as.email)
      await page.fill('[name=password]', as.password)
      await page.click('button[type=submit]')
      if (as === owner) {
        await page.fill('[name=code]', scene.nextCode())
        await page.click('button[type=submit]')
      }
      await page.locator('.live', { hasText: 'Live' }).waitFor()
      expect(new URL(page.url()).pathname).to.equal(path)
    }
    await go('/support')
    await page.getByRole('button', { name: 'Open a ticket…' }).click()
    await dialog.getByLabel('Subject').fill('Late in Kenya')
    await dialog.getByLabel('Text').fill('Since this morning.')
    await endAndReturn('/support')
    await page.getByRole('button', { name: 'Open a ticket…' }).click()
    expect(await dialog.getByLabel('Subject').inputValue()).to.equal('Late in Kenya')
    expect(await dialog.getByLabel('Text').inputValue()).to.equal('Since this morning.')

    // A person who signs in after another finds none of their entries.
    await dialog.getByLabel('Subject').fill('For my eyes alone')
    await endAndReturn('/support', await scene.person('Ira Sen', 'admin'))
    await page.getByRole('button', { name: 'Open a ticket…' }).click()
    expect(await dialog.getByLabel('Subject').inputValue()).to.equal('')
    await page.keyboard.press('Escape')

    await go('/me')
    await page.getByRole('button', { name: 'Change the password…' }).click()
    const secrets = dialog.locator('input[type=password]')
    await secrets.first().fill('what nobody may find')
    const storages = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }])'
    await endAndReturn('/me')
    expect(await page.evaluate(storages)).to.not.include('what nobody may find')
    await page.getByRole('button', { name: 'Change the password…' }).click()
    expect(await secrets.first().inputValue()).to.equal('')
  })
})
