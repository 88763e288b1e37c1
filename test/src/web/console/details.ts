import { expect } from 'chai'
import type { JobStage } from './jobs.js'

const PHONE = { width: 390 }
/** Two lines of text with their padding. */
const MOST_ROW_PX = 72
const TARGET_PX = 44

/** Details of screens that once made people choose wrong, look twice, or lose their place. */
export const describeDetails = (stageOf: () => JobStage): void => {
  beforeEach(() => stageOf().olu.showIn())

  it('a failing account is listed first, with its verdict and its share of failed calls', async () => {
    const { olu } = stageOf()
    await olu.visit('/providers')
    const table = olu.page.getByRole('table', { name: 'Provider accounts' })
    const first = table.locator('tbody tr').first()
    await first.getByText('Failing', { exact: true }).waitFor()
    await first.getByText(/% of calls failed/).waitFor()
  })

  it('the fields of a sender are those of the channel', async () => {
    const { olu, filled } = stageOf()
    await olu.visit(`/organizations/${filled.newcomer.organizationId}`)
    await olu.button('Set a sender ID…').click()
    const channel = olu.form.getByLabel('Channel')
    await channel.waitFor()
    expect(await olu.form.getByLabel(/^\s*Reply to/).count()).to.equal(0)
    await channel.selectOption('sms')
    await olu.form.getByLabel(/DLT entity ID/).waitFor()
    expect(await olu.form.getByLabel(/^\s*Reply to/).count()).to.equal(0)
    await channel.selectOption('email')
    await olu.form.getByLabel(/^\s*Reply to/).waitFor()
    expect(await olu.form.getByLabel(/DLT entity ID/).count()).to.equal(0)
    await olu.page.keyboard.press('Escape')
  })

  it('a version to review lists the languages of its template, with state, version and text', async () => {
    const { olu, filled } = stageOf()
    const { organizationId, agent } = filled.customer
    const [, , variantOf = ''] = filled.drafts
    const { draft } = await agent.run('saveCustomerTemplateDraft', {
      organizationId,
      variantOf,
      channel: 'sms',
      name: 'order_lost_hi',
      category: 'transactional',
      language: 'hi',
      content: { text: 'नमस्ते {{name}}, यह खो गया है।' },
      variables: [{ name: 'name', maxLength: 60, example: 'Asha' }],
    })
    await olu.visit(`/templates/${variantOf}`)
    const rows = olu.page.getByRole('region', { name: 'Languages' }).locator('li')
    await rows.nth(1).getByText('नमस्ते {{name}}, यह खो गया है।').waitFor()
    expect(await rows.first().locator('[aria-current=true]').innerText()).to.equal('English (en)')
    expect(await rows.nth(1).locator('.tag').innerText()).to.equal('draft')
    await rows.nth(1).getByText('Version 1').waitFor()
    await rows.nth(1).getByRole('link', { name: 'Hindi (hi)' }).click()
    await olu.page.waitForURL((url) => url.pathname === `/templates/${draft.draftId}`)
    await rows.nth(1).locator('[aria-current=true]', { hasText: 'Hindi (hi)' }).waitFor()
  })

  it("the state of a message is on the line of its row, and refunded money isn't shown as a price", async () => {
    const { olu, filled } = stageOf()
    await olu.visit('/messages')
    const row = olu.page.locator('tbody tr', {
      has: olu.page.locator(`a[href*="${filled.messages.failed}"]`),
    })
    await row.getByText('released').waitFor()
    const middleOf = async (selector: string): Promise<number> => {
      const box = await row.locator(selector).boundingBox()
      return box === null ? NaN : box.y + box.height / 2
    }
    expect(Math.abs((await middleOf('.state')) - (await middleOf('time')))).to.be.at.most(0.75)
  })

  it('failed messages have the alarm color in the chart of undelivered messages', async () => {
    const { olu } = stageOf()
    await olu.visit('/')
    await olu.page
      .locator('.key', { hasText: 'Failed' })
      .locator('path.calarm')
      .waitFor({ state: 'attached' })
  })

  it('a usual time range is one click', async () => {
    const { olu } = stageOf()
    await olu.visit('/messages')
    await olu.button('Last 24 hours').click()
    await olu.page.waitForURL(/from=/)
    const from = Date.parse(new URL(olu.page.url()).searchParams.get('from') ?? '')
    expect(Math.abs(Date.now() - from - 86_400_000)).to.be.below(60_000)
    expect(await olu.button('Last 24 hours').count()).to.equal(0)
  })

  it('on a phone a message has two lines, a record links back, and targets are large', async () => {
    const { olu, filled } = stageOf()
    const { page } = olu
    await olu.showIn(PHONE)
    await olu.visit('/messages')
    const heights: readonly number[] = await page.evaluate(
      `[...document.querySelectorAll('table.brief tbody tr')].map((row) => row.offsetHeight)`,
    )
    expect(heights.length).to.be.above(1)
    for (const height of heights) expect(height).to.be.at.most(MOST_ROW_PX)
    await olu.visit(`/messages/${filled.messages.failed}`)
    const back = page.getByRole('link', { name: 'Back to Messages' })
    for (const target of [back, page.locator('button.find')]) {
      const box = await target.boundingBox()
      expect(box?.width).to.be.at.least(TARGET_PX)
      expect(box?.height).to.be.at.least(TARGET_PX)
    }
    await back.click()
    await page.waitForURL(/\/messages$/)
    await olu.showIn()
  })

  it('color scheme and time zone can be chosen, and are stored in the browser', async () => {
    const { olu } = stageOf()
    const { page } = olu
    await olu.visit('/me')
    await page.getByLabel('Color scheme').selectOption('dark')
    await page.getByLabel('Time zone').selectOption('utc')
    await olu.visit('/messages')
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).to.equal('dark')
    const time = page.locator('tbody time').first()
    const [shown, at] = [await time.innerText(), (await time.getAttribute('datetime')) ?? '']
    expect(shown).to.include(at.slice('2026-01-01T'.length, '2026-01-01T00:00'.length))
    await olu.visit('/me')
    await page.getByLabel('Color scheme').selectOption('system')
    await page.getByLabel('Time zone').selectOption('own')
  })

  it('unknown outcomes have the same count in the tile, in the tasks and in the list', async () => {
    const { olu } = stageOf()
    await olu.visit('/')
    const tile = await olu.page.locator('.tile', { hasText: 'Outcome unknown' }).innerText()
    const [, toDecide] = /([\d,]+) to decide/.exec(tile) ?? []
    await olu.visit('/reconciliation/unknown')
    const tab = olu.page.locator('.tabs').getByRole('link', { name: /^Unknown outcomes/ })
    expect((await tab.innerText()).replace('Unknown outcomes', '').trim()).to.equal(toDecide ?? '')
    const box = olu.page.getByLabel(/^Only to decide/)
    expect(await box.isChecked()).to.equal(toDecide !== undefined)
  })

  it("a wide window shows a message's organization, template, cause and reference", async () => {
    const { olu } = stageOf()
    await olu.visit('/messages')
    const head = (name: string) => olu.page.locator('thead').getByText(name, { exact: true })
    for (const name of ['Organization', 'Template', 'Cause', 'Reference'])
      expect(await head(name).isVisible(), name).to.equal(false)
    await olu.showIn({ width: 1920 })
    for (const name of ['Organization', 'Template', 'Cause', 'Reference'])
      expect(await head(name).isVisible(), name).to.equal(true)
    await olu.showIn()
  })

  it('message search is in one place, and each link to a message has a unique name', async () => {
    const { olu } = stageOf()
    await olu.visit('/messages')
    expect(await olu.page.getByRole('searchbox').count()).to.equal(0)
    const names: readonly string[] = await olu.page.evaluate(
      `[...document.querySelectorAll('tbody a.cover')].map((link) => link.getAttribute('aria-label'))`,
    )
    expect(names.length).to.be.above(1)
    for (const name of names) expect(name).to.match(/^\w+, .*\d\d:\d\d.*, (\+\d+ ····\d{4}|.\*\*\*@.+)$/)
  })

  it('a provider account has a separate stop button, and one menu for everything else', async () => {
    const { olu, filled } = stageOf()
    await olu.visit('/providers')
    const row = olu.page.locator('tbody tr', { hasText: filled.production.accountName })
    await row.getByRole('button', { name: 'Pause…' }).waitFor()
    expect(await row.getByRole('button', { name: 'Change…' }).count()).to.equal(0)
    await row.getByRole('button', { name: `More actions for ${filled.production.accountName}` }).click()
    await olu.page.locator(':focus', { hasText: 'Change…' }).waitFor()
    await row.getByRole('link', { name: 'History' }).waitFor()
    await olu.page.keyboard.press('Escape')
    await row.getByRole('link', { name: 'History' }).waitFor({ state: 'hidden' })
  })

  it('Ctrl+Enter submits the form of a dialog', async () => {
    const { olu, filled } = stageOf()
    await olu.visit(`/messages/${filled.messages.failed}`)
    await olu.button('Reveal recipient…').click()
    await olu.form.getByLabel('Reason').focus()
    await olu.page.keyboard.press('Control+Enter')
    await olu.form.locator('[aria-invalid="true"]').first().waitFor()
    await olu.page.keyboard.press('Escape')
  })

  it('the steps to production link to where they are done', async () => {
    const { olu, filled } = stageOf()
    await olu.visit(`/organizations/${filled.newcomer.organizationId}`)
    const panel = olu.page.getByRole('region', { name: 'Production setup' })
    const links = panel.getByRole('listitem').getByRole('link')
    await links.nth(3).waitFor()
    const targets = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
    expect(targets.slice(0, 3)).to.deep.equal(['#channels', '#apps', '#apps'])
    expect(targets[3]).to.equal(`/prices?organizationId=${filled.newcomer.organizationId}`)
  })

  it('filters can be saved under a name and deleted', async () => {
    const { olu } = stageOf()
    await olu.visit('/messages?state=FAILED')
    await olu.button('Save filters').click()
    await olu.dialog.getByLabel('Name').fill('What failed')
    await olu.page.keyboard.press('Enter')
    await olu.visit('/messages')
    await olu.button('What failed').click()
    await olu.page.waitForURL(/state=FAILED/)
    await olu.button(/^What failed/).click()
    await olu.button(/^What failed/).waitFor({ state: 'detached' })
  })

  it('Back returns to the same row of a list', async () => {
    const { olu } = stageOf()
    const { page } = olu
    await page.setViewportSize({ width: 1280, height: 240 })
    await olu.visit('/audit')
    await page.evaluate(`document.querySelector('.fit').scrollTo(0, 300)`)
    await page.evaluate(`document.querySelector('#side a[href="/prices"]').click()`)
    await page.waitForURL(/prices/)
    await page.goBack()
    const top = (): Promise<number | undefined> =>
      page.evaluate(`document.querySelector('.pane[aria-label^="Actions and refusals"] .fit')?.scrollTop`)
    for (let tries = 0; tries < 50 && (await top()) !== 300; tries += 1) await page.waitForTimeout(100)
    expect(await top()).to.equal(300)
    await olu.showIn()
  })

  it('records show the date, and the top bar shows the zone', async () => {
    const { olu, filled } = stageOf()
    await olu.visit(`/organizations/${filled.newcomer.organizationId}`)
    const created = olu.page.locator('.facts time').first()
    expect(await created.innerText()).to.match(/^today \d\d:\d\d$/)
    expect(await olu.page.locator('.top .zone').innerText()).to.match(/[A-Z]/)
  })

  it('help is visible, and lists the keys', async () => {
    const { olu } = stageOf()
    await olu.visit('/me')
    await olu.button('Help and shortcuts').click()
    await olu.dialog.getByText('Jump and act').waitFor()
    await olu.page.keyboard.press('Escape')
    olu.expectQuiet()
  })
}
