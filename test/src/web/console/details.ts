import { expect } from 'chai'
import type { JobStage } from './jobs.js'

const PHONE = { width: 390 }
/** Two lines of text with the space around them. */
const MOST_ROW_PX = 72
const TARGET_PX = 44

/** Details of screens that made people choose wrong, look twice, or lose their way. */
export const describeDetails = (stageOf: () => JobStage): void => {
  beforeEach(() => stageOf().olu.showIn())

  it('an account that fails stands first, with its verdict and the share of failed calls', async () => {
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
    await olu.button('Set a sender…').click()
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

  it('the state of a message stands on the line of its row, and money that went back is no price', async () => {
    const { olu, filled } = stageOf()
    await olu.visit('/messages')
    const row = olu.page.locator('tbody tr', {
      has: olu.page.locator(`a[href*="${filled.messages.failed}"]`),
    })
    await row.getByText('given back').waitFor()
    const middleOf = async (selector: string): Promise<number> => {
      const box = await row.locator(selector).boundingBox()
      return box === null ? NaN : box.y + box.height / 2
    }
    expect(Math.abs((await middleOf('.state')) - (await middleOf('time')))).to.be.at.most(0.75)
  })

  it('what failed has the color of alarms in the chart of messages that were not delivered', async () => {
    const { olu } = stageOf()
    await olu.visit('/')
    await olu.page
      .locator('.key', { hasText: 'Failed' })
      .locator('path.calarm')
      .waitFor({ state: 'attached' })
  })

  it('a usual range of time is one click', async () => {
    const { olu } = stageOf()
    await olu.visit('/messages')
    await olu.button('Last 24 hours').click()
    await olu.page.waitForURL(/from=/)
    const from = Date.parse(new URL(olu.page.url()).searchParams.get('from') ?? '')
    expect(Math.abs(Date.now() - from - 86_400_000)).to.be.below(60_000)
    expect(await olu.button('Last 24 hours').count()).to.equal(0)
  })

  it('on a phone a message is two lines, a record leads back, and targets are large', async () => {
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

  it('color scheme and time zone are chosen, and kept in the browser', async () => {
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

  it('help is in sight, and lists the keys', async () => {
    const { olu } = stageOf()
    await olu.visit('/me')
    await olu.button('Help and keys').click()
    await olu.dialog.getByText('Jump and act').waitFor()
    await olu.page.keyboard.press('Escape')
    olu.expectQuiet()
  })
}
