import { expect } from 'chai'
import { confirmedAgo } from './confirmation-age.js'
import type { JobStage } from './jobs.js'

const REASON = 'Paid by bank transfer.'

/** The facts in a dialog, by their labels. */
const factsIn = async ({ olu }: JobStage): Promise<Readonly<Record<string, string>>> => {
  await olu.form.locator('.blast', { hasText: 'Available afterwards' }).waitFor()
  const rows = await olu.form.locator('.blast > div').all()
  const facts = await Promise.all(
    rows.map(
      async (row) => [await row.locator('dt').innerText(), await row.locator('dd').innerText()] as const,
    ),
  )
  return Object.fromEntries(facts)
}

const minorIn = (text: string | undefined): number => Number((text ?? '').replace(/[^\d]/g, ''))

/** Money is proposed and approved with amount, customer, environment and balance visible. */
export const describeMoneyDialogs = (stageOf: () => JobStage): void => {
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))

  const pending = async () => {
    const { scene } = stageOf()
    return (await scene.olu.run('listApprovals', { status: 'pending', limit: 50 })).approvals
  }

  it('a credit is entered in rupees, shows the resulting amount, and asks for the environment', async () => {
    const stage = stageOf()
    const { olu, scene } = stage
    await olu.visit(`/organizations/${scene.console.made.organizationId}`)
    await olu.button('Propose a credit…').click()
    const amount = olu.form.getByLabel('Amount')
    await olu.form.getByText('In INR, for example 5,000.00.').waitFor()
    await amount.fill('6543.21')
    await olu.form.locator('.hint', { hasText: '₹6,543.21' }).waitFor()
    await olu.form.getByLabel('Reason').fill(REASON)
    const before = (await pending()).length
    await olu.form.getByRole('button', { name: 'Propose the credit' }).click()
    await olu.form.getByText('Select an option.').waitFor()
    expect(await pending()).to.have.length(before)
    await olu.form.getByLabel('Environment').selectOption('test')
    const facts = await factsIn(stage)
    expect(facts['Amount']).to.equal('₹6,543.21')
    expect(facts['Account']).to.match(/, test$/)
    expect(minorIn(facts['Available afterwards']) - minorIn(facts['Available now'])).to.equal(654_321)
    await olu.form.getByRole('button', { name: 'Propose the credit' }).click()
    await olu.form.waitFor({ state: 'detached' })
    const made = (await pending()).find(({ money }) => money?.amountMinor === 654_321)
    expect(made?.money).to.deep.equal({ currency: 'INR', environment: 'test', amountMinor: 654_321 })
    olu.expectQuiet()
  })

  it('a correction that is opened from an account is preset to that account', async () => {
    const stage = stageOf()
    const { olu, scene } = stage
    await olu.visit(`/organizations/${scene.console.made.organizationId}`)
    await olu.button('Correct… test INR').click()
    expect(await olu.form.getByLabel('Environment').inputValue()).to.equal('test')
    await olu.form.getByLabel('Amount').fill('-5')
    const facts = await factsIn(stage)
    expect(minorIn(facts['Available now']) - minorIn(facts['Available afterwards'])).to.equal(500)
    await olu.page.keyboard.press('Escape')
  })

  it('the confirmation of an approval names amount, customer and environment, with the balance before and after', async () => {
    const stage = stageOf()
    const { olu, scene, filled } = stage
    const { organizationId } = scene.console.made
    const { organization } = await scene.olu.run('getOrganization', { organizationId })
    await olu.visit(`/approvals/${filled.approvals[2] ?? ''}`)
    await olu.button('Approve…').click()
    const question = `Credit ₹900.00 to ${organization.displayName}, test?`
    await olu.dialog.getByRole('heading', { name: question }).waitFor()
    const facts = await factsIn(stage)
    expect(minorIn(facts['Available afterwards']) - minorIn(facts['Available now'])).to.equal(90_000)
    await olu.page.keyboard.press('Escape')
    await olu.button('Reject…').click()
    await olu.dialog.getByRole('heading', { name: `Reject: ${question}` }).waitFor()
    await olu.page.keyboard.press('Escape')
    olu.expectQuiet()
  })
}
