import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { sharing } from '@postrider/conformance/storage/unit-work'
import type { ConsoleFixture } from '../hosts/console/console-fixture.js'
import type { BrowserPage } from '../servers/browser.js'
import { openSignedInBrowser, type SignedInBrowser } from './signed-in-browser.js'

const REASON = 'The template is repaired.'

describe('Bulk decisions in a browser', () => {
  let console: ConsoleFixture
  let browser: BrowserPage
  let signedIn: SignedInBrowser

  before(async () => {
    signedIn = await openSignedInBrowser()
    ;({ console, browser } = signedIn)
  })
  after(async () => {
    await signedIn.close()
  })

  const deadLetters = async (count: number): Promise<readonly Message[]> => {
    const { storage } = console.at.ports
    const nowMs = console.at.ports.clock.nowMs()
    const own = { organizationId: console.made.organizationId, acceptedAtMs: nowMs }
    const made: Message[] = []
    for (let at = 0; at < count; at += 1) made.push((await acceptPaid(storage, own)).message)
    const dead = { failures: 5, stage: 'rendering', firstAtMs: nowMs, lastAtMs: nowMs, version: 5 } as const
    await right(
      storage.deadLetters.count(
        made.map(({ messageId }) => messageId),
        () =>
          made.map(({ messageId, trace, expiresAtMs }) => ({
            failures: { ...dead, messageId, deadAtMs: nowMs },
            dueAtMs: expiresAtMs,
            trace,
          })),
      ),
    )
    return made
  }
  const sheet = () => browser.page.locator('section[aria-label="Bulk decision"]')
  const figures = () => sheet().locator('.blast dd').allInnerTexts()
  const go = (path: string): Promise<void> => signedIn.go(path)
  const begin = async (button: string): Promise<void> => {
    await browser.page.getByRole('button', { name: 'All matching' }).click()
    await sheet().locator('textarea').first().waitFor()
    await browser.page.keyboard.type(REASON)
    await browser.page.getByRole('button', { name: button, exact: true }).click()
    await sheet().locator('[role="progressbar"]').waitFor()
  }
  /** Does the dispatchers' work. */
  const workAtBulks = async (): Promise<void> => {
    while (await right(console.at.postrider.runBulks()));
  }

  it('show their effect, their progress and everything that was refused', async () => {
    const [changed] = await deadLetters(3)
    await go('/reconciliation/dead')
    await begin('Requeue 3 messages')
    expect(await figures()).to.deep.equal(['0', '0', '3'])
    await sharing(console.at.ports, async (unit) => {
      const messageId = changed?.messageId ?? expect.fail()
      const failures = (await unit.processingFailures.lock(messageId)) ?? expect.fail()
      unit.processingFailures.replace({ ...failures, version: failures.version + 1 })
    })
    await workAtBulks()
    await sheet().locator('.tag', { hasText: 'completed' }).waitFor()
    expect(await figures()).to.deep.equal(['2', '1', '0'])
    const refused = sheet().locator('table[aria-label="Refused records"] tbody tr')
    expect(await refused.locator('a').getAttribute('href')).to.equal(`/messages/${changed?.messageId}`)
    expect(await refused.innerText()).to.contain('conflict')
  })

  it('apply to the chosen rows, if any, and can be stopped', async () => {
    const { page } = browser
    await deadLetters(2)
    await go('/reconciliation/dead')
    await page.getByRole('checkbox', { name: 'Select row 1' }).check()
    await page.getByRole('button', { name: 'Requeue 1 message…' }).click()
    await sheet().locator('h2', { hasText: 'Requeue 1 message' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await begin('Requeue 3 messages')
    await sheet().getByRole('button', { name: 'Stop…' }).click()
    await page.locator('dialog textarea').fill('Too early.')
    await page.getByRole('button', { name: 'Stop the decision' }).click()
    await sheet().locator('.tag', { hasText: 'stopped' }).waitFor()
    expect(await sheet().innerText()).to.contain('A super admin stopped it.')
    expect(await figures()).to.deep.equal(['0', '0', '3'])
    // The audit log links to the same bulk at its own address.
    const bulkId = new URL(page.url()).pathname.split('/').at(-1)
    await go(`/reconciliation/bulk/${bulkId}`)
    await sheet().locator('.tag', { hasText: 'stopped' }).waitFor()
    expect(browser.complaints).to.deep.equal([])
  })
})
