import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import type { ConsoleScene } from './console-scene.js'
import { confirmedAgo } from './confirmation-age.js'
import { type FilledConsole } from './fill-console.js'
import { type JobRecord, jobTable, OPERATOR_JOBS } from './job-table.js'
import type { OperatorPage } from './operator-page.js'

/** The context of jobs: a console full of work, and a signed-in person. */
export interface JobStage {
  readonly scene: ConsoleScene
  readonly filled: FilledConsole
  readonly olu: OperatorPage
}

const REASON = 'The customer has asked for it by telephone.'
/** The hostile name, displayed as text. */
export const SHOWN_NAME = '<img src=x onerror="document.title=1"> txet'

/** The time that a page needs to move the focus. */
const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

const MOST_TABS = 12

/** Moves to a field like people do: with Tab from another field of the form, otherwise with a click. */
const goTo = async ({ page }: OperatorPage, field: Locator): Promise<void> => {
  await field.waitFor()
  await page.evaluate(TWO_FRAMES)
  const wanted = await field.getAttribute('id')
  const hasFocus = async (): Promise<boolean> => (await page.evaluate('document.activeElement.id')) === wanted
  const isInForm = await page.evaluate('document.activeElement.matches(".in :is(input, select, textarea)")')
  const mostTabs = isInForm === true ? MOST_TABS : 0
  for (let tabs = 0; tabs < mostTabs && !(await hasFocus()); tabs += 1) await page.keyboard.press('Tab')
  if (!(await hasFocus())) await field.click()
}

/** Types into a field of the open form. */
const write = async (olu: OperatorPage, label: string, text: string): Promise<void> => {
  await goTo(olu, olu.form.getByLabel(new RegExp(`^\\s*${label}\\s*(\\(|$)`)))
  await olu.page.keyboard.insertText(text)
}

/** Clicks a button of the open form, and waits until it is done. */
const confirm = async ({ form }: OperatorPage, name: string | RegExp): Promise<void> => {
  await form.getByRole('button', { name, exact: true }).click()
  await form.waitFor({ state: 'detached' })
}

const lastAct = async ({ scene }: JobStage, action: string) => {
  const acts = await right(scene.console.at.ports.storage.audit.list(undefined, 1_000))
  const act = acts.findLast((one) => one.action === action)
  return act ?? expect.fail(`nobody has done ${action}`)
}

const stateOf = async ({ scene: { olu } }: JobStage, messageId: string): Promise<readonly string[]> => {
  const { message } = await olu.run('getMessageTrace', { messageId })
  return [message.state, message.billing.status]
}

/** Each job, from the console's first screen to its result. */
export const JOBS: Readonly<Record<number, (stage: JobStage) => Promise<void>>> = {
  1: async ({ olu, filled }) => {
    const { page } = olu
    await page.keyboard.press('/')
    await page.keyboard.insertText(filled.numberDelivered)
    await page.keyboard.press('Enter')
    await page.locator('section[aria-label="Trace"]', { hasText: 'The message was delivered.' }).waitFor()
    expect(new URL(page.url()).pathname).to.not.include('7400')
  },
  2: async ({ olu, filled }) => {
    await olu.visit(`/messages/${filled.messages.unknown[0] ?? ''}`)
    const first = olu.page.locator('section[aria-label="Trace"] .note').first()
    expect(await first.innerText()).to.include('Waiting for a delivery report: the outcome is unknown.')
    expect(await first.innerText()).to.include('A delivery report, or a super admin with evidence')
  },
  3: async ({ olu }) => {
    const tiles = olu.page.locator('.tiles > *')
    await tiles.first().waitFor()
    expect(await tiles.count()).to.equal(7)
  },
  4: async (stage) => {
    const { olu, filled } = stage
    await olu.screen('Providers').click()
    await olu.page
      .getByRole('row', { name: /Mail server/ })
      .getByRole('button', { name: 'Pause…' })
      .click()
    await olu.dialog.getByText('Affected apps').waitFor()
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Pause Mail server')
    await olu.page.getByRole('row', { name: /Mail server.*Paused/ }).waitFor()
    expect(await lastAct(stage, 'stopProviderAccount')).to.deep.include({
      target: filled.production.providerAccountId,
      reason: REASON,
    })
  },
  5: async (stage) => {
    const { olu, filled } = stage
    await olu.page.keyboard.press('Control+k')
    await olu.page.keyboard.insertText('onerror')
    await olu.dialog.getByRole('option', { name: SHOWN_NAME }).first().waitFor()
    await olu.page.keyboard.press('Enter')
    await olu.button('Pause Organization…').click()
    await olu.dialog.getByText('Waiting messages cancelled').waitFor()
    await write(olu, 'Reason', REASON)
    await confirm(olu, `Pause ${SHOWN_NAME}`)
    await olu.page.getByText('Paused', { exact: true }).waitFor()
    expect(await lastAct(stage, 'suspendOrganization')).to.deep.include({
      target: filled.customer.organizationId,
    })
    await olu.button(/^Undo/).press('Enter')
    await olu.page.getByText('Undone. Cancelled messages stay cancelled.').waitFor()
  },
  6: async (stage) => {
    const { olu, filled } = stage
    await olu.screen('Reconciliation').click()
    await olu.page.getByRole('checkbox', { name: 'Select all' }).click()
    await olu.button(/^Decide 1[23] outcomes…$/).click()
    await olu.form.getByRole('radio', { name: 'They were delivered' }).waitFor()
    await olu.page.evaluate(TWO_FRAMES)
    await olu.page.keyboard.press('ArrowDown')
    await write(olu, 'Evidence', 'All of them stand in the log of the provider as delivered.')
    await write(olu, 'Reason', REASON)
    await confirm(olu, /^Decide 1[23] outcomes$/)
    await olu.page.getByText('completed', { exact: true }).waitFor()
    for (const messageId of filled.messages.unknown)
      expect((await stateOf(stage, messageId))[0]).to.equal('DELIVERED')
  },
  7: async (stage) => {
    const { olu, filled } = stage
    await olu.page.getByRole('link', { name: /stuck message/ }).click()
    await olu.button('All matching…').click()
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Requeue 3 messages')
    await olu.page.getByText('completed', { exact: true }).waitFor()
    await eventually('released', async () => {
      const states = await Promise.all(filled.messages.dead.map((messageId) => stateOf(stage, messageId)))
      return states.every(([state]) => state === 'DELIVERED')
    })
  },
  8: async (stage) => {
    const { olu, filled } = stage
    await olu.screen('Templates').click()
    await olu.page.getByRole('link', { name: /order_shipped/ }).click()
    await olu.page.getByText('Hello {{name}}, it has left.').first().waitFor()
    await olu.page.keyboard.press('a')
    await write(olu, 'Reason', REASON)
    await olu.page.keyboard.press('Tab')
    await olu.page.keyboard.press('Enter')
    await olu.dialog.waitFor({ state: 'detached' })
    // The next version opens.
    await olu.page.waitForURL(/\/templates\/tpl_/)
    expect(await lastAct(stage, 'decideTemplateReview')).to.deep.include({ target: filled.drafts[0] })
  },
  9: async (stage) => {
    const { olu, filled } = stage
    await olu.screen('Approvals').click()
    await olu.page.locator('[data-row]').filter({ hasText: '1,100.00' }).click()
    await olu.page.getByText(REASON).first().waitFor()
    await olu.page.keyboard.press('a')
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Approve')
    expect(await lastAct(stage, 'decideApproval')).to.deep.include({ target: filled.approvals[3] })
  },
  10: async (stage) => {
    const { olu, filled } = stage
    await olu.screen('Support').click()
    await olu.page.getByRole('link', { name: /Nothing arrives/ }).click()
    await olu.page.getByLabel('Your reply').waitFor()
    await olu.page.keyboard.insertText('We are looking into it.')
    await olu.page.keyboard.press('Control+Enter')
    await olu.page.locator('.chat .ours', { hasText: 'We are looking into it.' }).waitFor()
    const listed = await filled.customer.run('listChatMessages', { chatId: filled.chats[1] })
    expect(listed.messages.map(({ text }) => text)).to.include('We are looking into it.')
  },
  11: async (stage) => {
    const { olu, filled } = stage
    const { organizationId } = filled.customer
    await olu.page.keyboard.press('Control+k')
    await olu.page.keyboard.insertText('onerror')
    await olu.dialog.getByRole('option', { name: SHOWN_NAME }).first().waitFor()
    await olu.page.keyboard.press('Enter')
    await olu.button('Open… Email production').click()
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Open the channel')
    await olu.button('Set a sender ID…').click()
    await olu.dialog.getByLabel('Channel').waitFor()
    await olu.page.evaluate(TWO_FRAMES)
    await olu.page.keyboard.press('e')
    await write(olu, 'From', 'orders@acme.example')
    await goTo(olu, olu.form.getByRole('checkbox', { name: filled.production.accountName }))
    await olu.page.keyboard.press('Space')
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Save the sender ID')
    await olu.page.getByText('orders@acme.example').first().waitFor()
    await olu.button('Propose a credit…').click()
    await olu.form.getByLabel('Environment').selectOption('production')
    await write(olu, 'Amount', '500')
    await write(olu, 'Reason', REASON)
    await confirm(olu, 'Propose the credit')
    expect((await lastAct(stage, 'proposeBalanceCredit')).organizationId).to.equal(organizationId)
  },
  12: async ({ olu, filled }) => {
    await olu.visit(`/organizations/${filled.customer.organizationId}`)
    await olu.resetPresses()
    await olu.page.getByRole('link', { name: 'Audit log', exact: true }).last().click()
    await olu.page.locator('[data-row]').first().waitFor()
  },
}

/** The jobs, with clicks counted from the first screen and compared with the table. */
export const describeJobs = (stageOf: () => JobStage): void => {
  const records: JobRecord[] = []
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))
  after(() => process.stdout.write(jobTable(records)))
  for (const job of OPERATOR_JOBS) {
    const { number, title, mostClicks } = job
    const run = JOBS[number]
    if (run === undefined) continue
    it(`${number}. ${title} (at most ${mostClicks} clicks)`, async () => {
      const stage = stageOf()
      await stage.olu.visit('/')
      const beganAtMs = performance.now()
      await run(stage)
      const clicks = await stage.olu.presses()
      records.push({ job, clicks, seconds: (performance.now() - beganAtMs) / 1000 })
      expect(clicks).to.be.at.most(mostClicks)
      stage.olu.expectQuiet()
    })
  }
}
