import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { right } from '@postrider/conformance/outcome'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { cookieOf } from '../../servers/browser.js'
import type { SitePage } from '../site-page.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const WORDS = 'Since this morning nothing arrives in Kenya.'

describe('Entries of a dialog', () => {
  let scene: WebsiteScene
  let own: SitePage
  before(async () => {
    scene = await openWebsiteScene()
    own = await scene.pageOf(scene.owner, '/support')
  })
  after(() => scene.close())

  const text = (): Locator => own.form.getByLabel(/^Text/)
  const open = async (): Promise<void> => {
    await own.button('Open a ticket').click()
    await text().waitFor()
  }

  it('are restored after Esc and after a reload, and can be discarded', async () => {
    const { page, form } = own
    await open()
    await text().fill(WORDS)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await open()
    expect(await text().inputValue()).to.equal(WORDS)
    await page.reload()
    await own.settled()
    await open()
    expect(await text().inputValue()).to.equal(WORDS)
    await form.getByText('Your earlier entries were restored.').waitFor()
    await form.getByRole('button', { name: 'Start over' }).click()
    expect(await text().inputValue()).to.equal('')
    await text().fill(WORDS)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await open()
    expect(await text().inputValue()).to.equal('')
    await page.keyboard.press('Escape')
  })

  it('stay while the user signs in again inside the dialog', async () => {
    const { page, form, dialog } = own
    await open()
    await text().fill(WORDS)
    await form.getByLabel(/^Subject/).fill('Kenya')
    const cookie = await cookieOf(page, 'person')
    await right(scene.at.postrider.personSessions.end(cookie?.value ?? '', NOWHERE))
    await page.locator('.live', { hasText: 'Signed out' }).waitFor()
    await dialog.getByLabel('Email address').fill(scene.owner.email)
    await dialog.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong email address or password.').waitFor()
    await dialog.getByLabel('Password').fill(scene.owner.password)
    await page.keyboard.press('Enter')
    await dialog.getByLabel(/^Code from/).fill(scene.nextCode())
    await page.keyboard.press('Enter')
    await page.locator('.live', { hasText: 'Live' }).waitFor()
    await dialog.getByLabel(/^Code from/).waitFor({ state: 'detached' })
    expect(await text().inputValue()).to.equal(WORDS)
    await form.getByRole('button', { name: 'Open the ticket' }).click()
    await page.getByText(WORDS).first().waitFor()
    // Sent entries are not kept.
    await page.goto(`${scene.address}/support`)
    await own.settled()
    await open()
    expect(await text().inputValue()).to.equal('')
    const wrongPassword = /status of 401/
    expect(own.complaints.filter((complaint) => !wrongPassword.test(complaint))).to.deep.equal([])
  })
})
