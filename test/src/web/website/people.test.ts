import axe from 'axe-core'
import { expect } from 'chai'
import { createHttpHost } from '@postrider/http/http-host'
import { freePort } from '../../servers/free-port.js'
import {
  type KnownPerson,
  openWebsiteScene,
  type WebsiteBrowser,
  type WebsiteScene,
} from './website-scene.js'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const AXE = `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })`

/** The problems of the page in both schemes, wide and narrow. */
const wrongWith = async ({ page }: WebsiteBrowser): Promise<readonly string[]> => {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const wrong: string[] = []
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const { violations } = (await page.evaluate(AXE)) as axe.AxeResults
    wrong.push(...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ') ?? ''}`))
    if ((await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true)
      wrong.push(`wider than ${width} px`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  return wrong
}

describe('Members, support and own account on the website, with two people at work', () => {
  let scene: WebsiteScene
  let closeHttp: () => Promise<void>
  let asha: KnownPerson
  let vera: KnownPerson
  let owner: WebsiteBrowser
  let admin: WebsiteBrowser

  before(async () => {
    const port = await freePort()
    const apiUrl = `http://127.0.0.1:${port}`
    scene = await openWebsiteScene({ connectTo: [apiUrl] }, { POSTRIDER_PUBLIC_URL: apiUrl })
    // Its sequencer numbers the changes.
    await scene.at.dispatch()
    const { ports, postrider, log, metrics, vocabulary, release, attachmentGateway } = scene.at.composition
    const http = createHttpHost({
      ...ports,
      postrider,
      log,
      requestMetrics: metrics,
      vocabulary,
      release,
      attachmentGateway,
      hasDocs: false,
    })
    await http.listen('127.0.0.1', port)
    closeHttp = () => http.close()
    asha = await scene.person('Asha Raghunathan-Featherstonehaugh', 'admin')
    vera = await scene.person('Vera Viewer', 'viewer')
    owner = await scene.browserOf(scene.owner)
    admin = await scene.browserOf(asha)
  })
  after(async () => {
    await closeHttp()
    await scene.close()
  })

  const both = (): readonly WebsiteBrowser[] => [owner, admin]
  const row = ({ page }: WebsiteBrowser, text: string) => page.getByRole('row').filter({ hasText: text })
  const press = ({ page }: WebsiteBrowser, name: string | RegExp) =>
    page.getByRole('button', { name }).first().click()
  const form = ({ page }: WebsiteBrowser) => page.locator('dialog[open] form')
  const submit = async (browser: WebsiteBrowser): Promise<void> => {
    await form(browser).locator('button[type=submit]').click()
    await form(browser).waitFor({ state: 'detached' })
  }
  const expectQuiet = (): void => {
    for (const { complaints } of both()) expect(complaints).to.deep.equal([])
  }

  describe('/members', () => {
    before(() => Promise.all(both().map(({ go }) => go('/members'))))

    it("shows an invitation to both until it is withdrawn, and offers only roles up to one's own", async () => {
      await press(owner, 'Invite a member…')
      await form(owner).getByLabel('Email').fill('ravi.kumar@example.com')
      await form(owner).getByLabel('Role').selectOption({ label: 'Developer' })
      await form(owner).getByText('Permissions: apps').waitFor()
      await submit(owner)
      await row(admin, 'ravi.kumar@example.com').waitFor()
      await press(admin, 'Invite a member…')
      const offered = await form(admin).getByLabel('Role').locator('option').allInnerTexts()
      expect(offered).to.include.members(['Admin', 'Viewer'])
      expect(offered).to.not.include('Owner')
      await form(admin)
        .getByRole('button', { name: /Cancel/ })
        .click()
      await row(admin, 'ravi.kumar@example.com').getByRole('button', { name: 'Resend' }).click()
      await admin.page.getByText('The previous link no longer works.').waitFor()
      await row(admin, 'ravi.kumar@example.com').getByRole('button', { name: 'Withdraw…' }).click()
      await form(admin).getByLabel('Reason').fill('The wrong address.')
      await submit(admin)
      await row(owner, 'ravi.kumar@example.com').waitFor({ state: 'detached' })
      expectQuiet()
    })

    it('updates a changed role for the other person, and explains why the last owner must stay', async () => {
      await row(owner, vera.email).getByRole('button', { name: 'Change role…' }).click()
      await form(owner).getByLabel('Role').selectOption({ label: 'Billing' })
      await form(owner).getByLabel('Reason').fill('Looks after the money now.')
      await submit(owner)
      await row(admin, vera.email).filter({ hasText: 'Billing' }).waitFor()
      await row(owner, scene.owner.email).getByRole('button', { name: 'Leave…' }).click()
      await form(owner).locator('button[type=submit]').click()
      await form(owner).getByText('You are the last owner.').waitFor()
      await form(owner)
        .getByRole('button', { name: /Cancel/ })
        .click()
      expectQuiet()
    })

    it('is accessible, wide and narrow, light and dark', async () => {
      expect(await wrongWith(owner)).to.deep.equal([])
      await row(owner, asha.email).getByRole('button', { name: 'Remove…' }).click()
      await owner.page.getByText('Agent keys they sponsor', { exact: true }).waitFor()
      expect(await wrongWith(owner)).to.deep.equal([])
      await form(owner)
        .getByRole('button', { name: /Cancel/ })
        .click()
    })
  })

  describe('/support', () => {
    before(() => Promise.all(both().map(({ go }) => go('/support'))))

    it('shows a ticket, its file and every message to both', async () => {
      await press(owner, 'Open a ticket…')
      await form(owner).getByLabel('Subject').fill('Messages to Kenya arrive late')
      await form(owner).getByLabel('Text').fill('Since this morning they take ten minutes.')
      await submit(owner)
      await owner.page.locator('.chat', { hasText: 'Since this morning' }).waitFor()
      await admin.page.getByRole('link', { name: /Messages to Kenya/ }).click()
      await admin.page.locator('.chat', { hasText: 'Since this morning' }).waitFor()
      await owner.page.locator('input[type=file]').setInputFiles({
        name: 'delivery log.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('at,state\n2026-11-26,late\n'),
      })
      for (const { page } of both())
        await page.getByRole('button', { name: 'Download delivery log.csv' }).waitFor()
      await admin.page.getByLabel('Your reply').fill('Now it is all countries.')
      await admin.page.keyboard.press('Control+Enter')
      await owner.page.locator('.chat', { hasText: 'Now it is all countries.' }).waitFor()
      expect(await wrongWith(owner)).to.deep.equal([])
      expectQuiet()
    })

    it('shows a chat live until it becomes a ticket', async () => {
      await Promise.all(both().map(({ go }) => go('/support/chats')))
      await press(owner, 'Start a chat…')
      await form(owner).getByLabel('Subject').fill('Which sender?')
      await form(owner).getByLabel('Text').fill('Which one may we use?')
      await submit(owner)
      await admin.page.getByRole('link', { name: /Which sender/ }).click()
      await admin.page.getByLabel('Your message').fill('I wonder, too.')
      await admin.page.keyboard.press('Control+Enter')
      await owner.page.locator('.chat', { hasText: 'I wonder, too.' }).waitFor()
      await press(admin, 'Turn into a ticket…')
      await submit(admin)
      await admin.page.locator('h1', { hasText: 'Which sender?' }).waitFor()
      await owner.page.getByText('This chat has ended.').waitFor()
      await owner.page.getByRole('link', { name: 'Open the ticket' }).click()
      await owner.page.locator('.chat', { hasText: 'I wonder, too.' }).waitFor()
      expectQuiet()
    })
  })

  describe('/me', () => {
    it('ends another session, which then shows it', async () => {
      const elsewhere = await scene.browserOf(asha)
      await Promise.all([elsewhere, admin].map(({ go }) => go('/me')))
      await admin.page.locator('tr', { hasText: 'this session' }).waitFor()
      const others = admin.page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row')
      await others
        .filter({ hasText: 'Website' })
        .filter({ hasNotText: 'this session' })
        .first()
        .getByRole('button')
        .click()
      await form(admin).locator('input[type=password]').fill(asha.password)
      await admin.page.keyboard.press('Enter')
      await elsewhere.page.locator('.live', { hasText: 'Signed out' }).waitFor()
      expect(await wrongWith(admin)).to.deep.equal([])
      await elsewhere.close()
    })

    it('accepts an invitation, after which the person is a member', async () => {
      const guest = await scene.person('Gita Guest')
      const page = await scene.browserOf(guest)
      await page.go('/me')
      await page.page.getByText('You don’t belong to an Organization.').waitFor()
      await owner.go('/members')
      await press(owner, 'Invite a member…')
      await form(owner).getByLabel('Email').fill(guest.email)
      await form(owner).getByLabel('Role').selectOption({ label: 'Viewer' })
      await submit(owner)
      await page.page.getByRole('button', { name: 'Accept invitation' }).click()
      await page.page.getByRole('table', { name: 'Your Organizations' }).waitFor()
      await row(owner, 'Gita Guest').filter({ hasText: 'Viewer' }).waitFor()
      await page.close()
    })
  })

  // Last, because a suite's own tests would run before those of nested suites.
  describe('a removed member', () => {
    it('loses access to the open page', async () => {
      await Promise.all(both().map(({ go }) => go('/members')))
      await row(admin, vera.email).waitFor()
      await row(owner, asha.email).getByRole('button', { name: 'Remove…' }).click()
      await form(owner).getByLabel('Reason').fill('Has left the company.')
      await submit(owner)
      await admin.page.getByText('You don’t belong to an Organization').waitFor()
      expect(await admin.page.locator('#content').innerText()).to.not.include(vera.email)
      await row(owner, asha.email).waitFor({ state: 'detached' })
      expectQuiet()
    })
  })
})
