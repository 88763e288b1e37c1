import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RealBrowser } from '../../servers/browser.js'
import type { KnownAdmin } from './callers.js'
import { confirmedAgo } from './confirmation-age.js'
import { HOSTILE } from './fill-console.js'
import type { JobStage } from './jobs.js'
import { openOperatorPage, type OperatorPage } from './operator-page.js'

/** A console full of work, with the browser in which others sign in too. */
export interface SharedStage extends JobStage {
  readonly browser: RealBrowser
}

const REASON = 'The money is there.'

/** The browser's messages about what the sample's own policy blocks. */
const KEPT_OUT = /Content Security Policy|sandboxed/

/** Signs another person in for the duration of a test. */
const beside = async (
  { browser, scene }: SharedStage,
  who: KnownAdmin,
  path: string,
  work: (page: OperatorPage) => Promise<void>,
): Promise<void> => {
  const opened = await openOperatorPage(browser, scene, who, path)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}

/** Effects on a person who works while another one does, who loses access, or who is disconnected. */
export const describeTogether = (stageOf: () => SharedStage): void => {
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))

  it("two people open one proposal: one decides, the other sees it and can't decide", async () => {
    const stage = stageOf()
    const { olu, filled, scene } = stage
    const path = `/approvals/${filled.approvals[1] ?? ''}`
    await beside(stage, filled.rex, path, async (rex) => {
      await olu.visit(path)
      await rex.button('Reject…').click()
      await rex.form.getByLabel('Reason').fill('Not with me.')
      await olu.button('Approve…').click()
      await olu.form.getByLabel('Reason').fill(REASON)
      await olu.form.getByRole('button', { name: 'Approve', exact: true }).click()
      await olu.form.waitFor({ state: 'detached' })
      // The proposal of the form is already decided; the entries stay.
      await rex.form.getByRole('alert').getByText('Olu has already approved this proposal:').waitFor()
      expect(await rex.form.getByRole('alert').innerText()).to.include(REASON)
      expect(await rex.form.getByLabel('Reason').inputValue()).to.equal('Not with me.')
      expect(await rex.form.getByRole('button', { name: 'Reject', exact: true }).isDisabled()).to.equal(true)
      await rex.form.getByRole('button', { name: 'Cancel' }).click()
      await rex.form.waitFor({ state: 'detached' })
      await rex.page.locator('.facts', { hasText: REASON }).waitFor()
      await rex.page.locator('[data-row]').filter({ hasText: '700.00' }).waitFor({ state: 'detached' })
      const { approvals } = await scene.olu.run('listApprovals', { status: 'approved', limit: 10 })
      const decided = approvals.find(({ approvalId }) => approvalId === filled.approvals[1])
      expect(decided).to.deep.include({ status: 'approved', decisionReason: REASON })
      // A link to it still works, and its record names the proposer.
      await rex.visit(path)
      await rex.page.locator('.facts', { hasText: 'Approved' }).waitFor()
      await rex.page.getByRole('link', { name: 'History' }).click()
      await rex.page.getByRole('row', { name: 'Decide approval' }).locator('[data-row]').click()
      const maker = `/people/admins/${decided?.maker.userId ?? ''}`
      await rex.page.locator('.facts').locator(`a[href="${maker}"]`).waitFor()
      rex.expectQuiet()
    })
  })

  it('a person whose confirmation has expired is asked for a code, and continues with the same entries', async () => {
    const stage = stageOf()
    const { filled, scene } = stage
    const path = `/approvals/${filled.approvals[0] ?? ''}`
    await beside(stage, filled.rex, '/me', async (rex) => {
      await confirmedAgo(scene, filled.rex, 6 * MINUTE_MS)
      await rex.visit(path)
      await rex.button('Reject…').click()
      const refuse = rex.form.getByRole('button', { name: 'Reject', exact: true })
      await rex.form.getByLabel('Reason').fill(REASON)
      await refuse.click()
      const code = rex.form.getByLabel('Code from your authenticator')
      await code.fill('000000')
      await refuse.click()
      await rex.form.getByText('Wrong code.').waitFor()
      expect(await rex.form.getByLabel('Reason').inputValue()).to.equal(REASON)
      await code.fill(filled.rex.nextCode())
      await refuse.click()
      await rex.form.waitFor({ state: 'detached' })
      const { approvals } = await scene.olu.run('listApprovals', { approvalId: filled.approvals[0] })
      expect(approvals[0]).to.deep.include({ status: 'rejected', decisionReason: REASON })
      rex.expectQuiet()
    })
  })

  it("two people open one chat: each sees the other's messages and the customer's", async () => {
    const stage = stageOf()
    const { olu, filled } = stage
    const chatId = filled.chats[2] ?? ''
    await olu.visit(`/support/${chatId}`)
    await beside(stage, filled.rex, `/support/${chatId}`, async (rex) => {
      await olu.button('Take the chat').click()
      await rex.button('Take the chat').waitFor({ state: 'detached' })
      await olu.page.getByLabel('Your reply').fill('One moment, please.')
      await olu.page.keyboard.press('Control+Enter')
      await rex.page.locator('.chat', { hasText: 'One moment, please.' }).waitFor()
      await filled.customer.run('sendChatMessage', { chatId, text: 'I wait.' })
      for (const { page } of [olu, rex]) await page.locator('.chat', { hasText: 'I wait.' }).waitFor()
      rex.expectQuiet()
    })
  })

  it("customers' text in names, templates and chats is shown as text and never executed", async () => {
    const stage = stageOf()
    const { filled } = stage
    const places = [
      [`/organizations/${filled.customer.organizationId}`, '<img src=x onerror="document.title=1"> txet'],
      [`/support/${filled.chats[2] ?? ''}`, '<b>bold?</b> [U+202E]drawkcab'],
      [`/templates/${filled.drafts[3] ?? ''}?version=1`, '<b>order</b> shipped'],
    ] as const
    await beside(stage, filled.rex, '/me', async (rex) => {
      for (const [path, text] of places) {
        await rex.visit(path)
        await rex.page.getByText(text).first().waitFor()
        expect(await rex.page.title()).to.include(' · Postrider')
        expect(await rex.page.locator('img').count()).to.equal(0)
      }
      expect(rex.complaints.filter((complaint) => !KEPT_OUT.test(complaint))).to.deep.equal([])
    })
  })

  it('a sample that is opened directly runs nothing and loads nothing', async () => {
    const stage = stageOf()
    const { scene, filled } = stage
    await beside(stage, filled.rex, '/me', async ({ page }) => {
      const paths: string[] = []
      page.on('response', (response) => paths.push(new URL(response.url()).pathname))
      const path = `/templates/${filled.drafts[3] ?? ''}/sample`
      await page.goto(`${scene.address}${path}?version=1`)
      await page.getByRole('heading', { name: 'Hello Asha <b>' }).waitFor()
      expect(await page.title()).to.not.include('accepted')
      expect(paths).to.deep.equal([path])
      expect(HOSTILE.html).to.include('/beacon')
    })
  })

  it('a lost connection is shown with its time, and the data is updated when it is back', async () => {
    const { olu, scene, filled } = stageOf()
    const { page } = olu
    await olu.visit('/support')
    await page.locator('[data-row]').first().waitFor()
    scene.line.refuseNew()
    scene.line.cut()
    await page.locator('.live', { hasText: /Reconnecting, as of \d\d:\d\d:\d\d/ }).waitFor()
    const subject = 'Asked while nobody listened'
    const { organizationId } = filled.customer
    await filled.customer.run('createChatRequest', { organizationId, subject, text: 'Hello?' })
    expect(await page.getByText(subject).count()).to.equal(0)
    await scene.line.heal()
    await page.getByText(subject).waitFor()
    await olu.settled()
    await page.locator('.late-bar').first().waitFor({ state: 'detached' })
  })

  it('a person whose session ends while a form is open is signed out, keeps their entries, and changes nothing', async () => {
    const stage = stageOf()
    const { filled, scene } = stage
    const path = `/approvals/${filled.approvals[2] ?? ''}`
    await beside(stage, filled.rex, path, async (rex) => {
      await rex.button('Approve…').click()
      await rex.form.getByLabel('Reason').fill('Half of a sent')
      const { superAdmins } = await scene.olu.run('listSuperAdmins', {})
      const { userVersion } = superAdmins.find(({ userId }) => userId === filled.rex.userId) ?? expect.fail()
      const reason = 'They have left.'
      await scene.olu.run('disableUser', { userId: filled.rex.userId, version: userVersion, reason })
      await rex.page.locator('.live', { hasText: 'Signed out' }).waitFor()
      expect(await rex.form.getByLabel('Reason').inputValue()).to.equal('Half of a sent')
      const { approvals } = await scene.olu.run('listApprovals', { status: 'pending', limit: 10 })
      expect(approvals.map(({ approvalId }) => approvalId)).to.include(filled.approvals[2])
      rex.expectQuiet()
    })
  })
}
