import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { right } from '@postrider/conformance/outcome'
import type { SitePage } from '../site-page.js'
import { tabTo } from '../tab-to.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('The website with the keyboard only', () => {
  let scene: WebsiteScene
  let own: SitePage
  before(async () => {
    scene = await openWebsiteScene()
    own = await scene.pageOf(scene.owner)
  })
  after(() => scene.close())

  /** Moves to an element with Tab, and presses a key on it. */
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(own, target)
    await own.page.keyboard.press(key)
  }
  const write = async (target: Locator, text: string): Promise<void> => {
    await tabTo(own, target)
    await own.page.keyboard.press('Control+a')
    await own.page.keyboard.insertText(text)
  }
  const goTo = async (screen: string): Promise<void> => {
    await press(own.screen(screen))
    await own.page.locator('h1', { hasText: screen }).waitFor()
    await own.settled()
  }
  const hasFocus = (target: Locator): Promise<void> => target.and(own.page.locator(':focus')).waitFor()

  it('signs a person in', async () => {
    const { page } = own
    await page.context().clearCookies()
    await page.goto(scene.address)
    await write(page.locator('#email'), scene.owner.email)
    await write(page.locator('#password'), 'not this one')
    await press(page.getByRole('button', { name: 'Sign in' }))
    // Problems are shown at once; the rest works as before.
    await hasFocus(page.locator('.problem'))
    await write(page.locator('#password'), scene.owner.password)
    expect(await own.presses()).to.equal(0)
    await press(page.getByRole('button', { name: 'Sign in' }))
    // The owner is a super admin and therefore has a second factor.
    await write(page.locator('#code'), scene.made.firstAdmin.recoveryCodes.at(-1) ?? '')
    await press(page.getByRole('button', { name: 'Sign in' }))
    await own.settled()
    expect(await own.presses()).to.equal(0)
  })

  it('has a skip link, and shows its keys', async () => {
    const { page, dialog } = own
    await page.reload()
    await own.settled()
    await page.keyboard.press('Tab')
    await hasFocus(page.locator('.skip'))
    await page.keyboard.press('Enter')
    await hasFocus(page.locator('#content'))
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await own.presses()).to.equal(0)
  })

  it('edits a template, finds and fixes its problems, and saves it', async () => {
    const { page } = own
    await goTo('Templates')
    await press(page.getByRole('link', { name: 'New template' }))
    await write(page.getByLabel('Name', { exact: true }), 'order_ready')
    await write(
      page.getByRole('textbox', { name: 'Text', exact: true }),
      'Hello {{name}}, your order is ready.',
    )
    const example = page.getByRole('textbox', { name: /Example/ }).first()
    await write(example, 'Asha')
    await page.locator('.bubble', { hasText: 'Hello Asha, your order is ready.' }).waitFor()
    await press(page.getByRole('button', { name: 'Save', exact: true }))
    await page.waitForURL(/\/templates\/tpl_/)
    await own.settled()
    expect(await own.presses()).to.equal(0)
  })

  it('registers an app, and creates a credential, whose secret is copied and stored', async () => {
    const { page, dialog, form } = own
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await goTo('Apps')
    const register = own.button('Register an app…')
    await press(register)
    await form.getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // Leaving a dialog restores the focus.
    await hasFocus(register)
    await page.keyboard.press('Enter')
    await write(form.getByLabel('Name', { exact: true }), 'Returns')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await press(own.button('New credential…'))
    await write(form.getByLabel('Label', { exact: true }), 'nightly batch')
    await press(form.getByRole('button', { name: 'Create the credential' }))
    // No channel is chosen, so the first checkbox has the focus.
    await hasFocus(form.getByRole('checkbox', { name: 'SMS' }))
    await page.keyboard.press('Space')
    await press(form.getByRole('button', { name: 'Create the credential' }))
    await press(dialog.getByRole('button', { name: 'Copy', exact: true }))
    await dialog.getByText('Copied', { exact: true }).waitFor()
    const secret = String(await page.evaluate('navigator.clipboard.readText()'))
    await press(dialog.getByRole('button', { name: 'I saved it' }))
    await dialog.waitFor({ state: 'detached' })
    await right(scene.at.postrider.authenticate(secret, '127.0.0.1'))
    expect(await own.presses()).to.equal(0)
  })

  it('moves through a list with its keys, and back', async () => {
    const { page } = own
    await goTo('Credentials')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await own.button('Revoke…').waitFor()
    await page.keyboard.press('Escape')
    await own.button('Revoke…').waitFor({ state: 'detached' })
    expect(await own.presses()).to.equal(0)
  })

  it('finds pages, apps, people and messages with Ctrl+K', async () => {
    const { page } = own
    const option = (text: string) => page.locator('.palette [role=option]', { hasText: text })
    await page.keyboard.press('Control+k')
    await hasFocus(page.locator('.palette input'))
    await page.keyboard.type(scene.owner.email)
    await option('person').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('budg')
    await option('Budgets').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'Budgets' }).waitFor()
    await hasFocus(page.locator('h1'))
    await page.keyboard.press('Control+k')
    await page.locator('.palette input').fill('+447400123456')
    await option('Search messages').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('+447400123456').first().waitFor()
    expect(new URL(page.url()).search).to.equal('')
  })
})
