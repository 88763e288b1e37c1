import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { JobStage } from './jobs.js'
import type { OperatorPage } from './operator-page.js'
import { tabTo } from '../tab-to.js'
import { confirmedAgo } from './confirmation-age.js'

const REASON = 'The customer has asked for it by telephone.'
const MOST_TABS = 60

const named = ({ page }: OperatorPage, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first()

/** Opens a screen or a customer by a few letters. */
const jump = async ({ page, dialog }: OperatorPage, letters: string, to: RegExp): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(letters)
  await dialog.getByRole('option', { name: to }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('h1:focus').waitFor()
}

/** Enters the reason in the open form, and submits it. */
const order = async (olu: OperatorPage, confirm: string | RegExp): Promise<void> => {
  const { page, form } = olu
  await form.getByRole('textbox', { name: 'Reason', exact: true }).waitFor()
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (String(await page.evaluate('document.activeElement.id')).endsWith('/reason')) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.insertText(REASON)
  await tabTo(olu, form.getByRole('button', { name: confirm, exact: true }))
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
}

/** Opens the first chat of the support desk, below more urgent tickets. */
const openFirstChat = async ({ page }: OperatorPage): Promise<void> => {
  await page.locator('[data-row]', { hasText: 'Chat' }).first().waitFor()
  for (let rows = 0; rows < MOST_TABS; rows += 1) {
    await page.keyboard.press('j')
    if (String(await page.evaluate('document.activeElement.innerText')).includes('Chat')) break
  }
  await page.keyboard.press('Enter')
}

/** Opens the first row of the list with the list keys. */
const openFirst = async ({ page }: OperatorPage): Promise<void> => {
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
}

/** Types into the field with this label in the open form. */
const write = async (olu: OperatorPage, label: string, text: string): Promise<void> => {
  const field = olu.form.getByLabel(new RegExp(`^\\s*${label}\\s*(\\(|$)`))
  await tabTo(olu, field)
  await olu.page.keyboard.insertText(text)
}

const WAYS: ReadonlyArray<readonly [job: string, walk: (stage: JobStage) => Promise<void>]> = [
  [
    'finds a message, says why it is not there, and who did something to it',
    async ({ olu }) => {
      await jump(olu, 'Reconciliation', /Reconciliation/)
      await openFirst(olu)
      await olu.page.getByText('Waiting for a delivery report: the outcome is unknown.').waitFor()
      await tabTo(olu, named(olu, 'History'))
      await olu.page.keyboard.press('Enter')
      await olu.page.locator('h1', { hasText: 'Audit log' }).waitFor()
    },
  ],
  [
    'stops a provider and undoes it',
    async ({ olu }) => {
      await jump(olu, 'Providers', /Providers/)
      await tabTo(
        olu,
        olu.page.getByRole('row', { name: /Mail server/ }).getByRole('button', { name: 'Pause…' }),
      )
      await olu.page.keyboard.press('Enter')
      await order(olu, /^Pause /)
      await tabTo(olu, named(olu, /^Undo/))
      await olu.page.keyboard.press('Enter')
      await olu.page.getByText('Undone. Cancelled messages stay cancelled.').waitFor()
    },
  ],
  [
    'suspends a customer and undoes it',
    async ({ olu }) => {
      await jump(olu, 'onerror', /^<img src=x onerror=.*txet/)
      await tabTo(olu, named(olu, 'Pause Organization…'))
      await olu.page.keyboard.press('Enter')
      await order(olu, /^Pause /)
      await tabTo(olu, named(olu, /^Undo/))
      await olu.page.keyboard.press('Enter')
      await olu.page.getByText('Undone. Cancelled messages stay cancelled.').waitFor()
    },
  ],
  [
    'sees whether all is well, and goes to the cause of what is not',
    async ({ olu }) => {
      await olu.page.locator('.tiles > *').nth(6).waitFor()
      await tabTo(olu, olu.page.locator('.tiles').getByRole('link').first())
      await olu.page.keyboard.press('Enter')
      await olu.page.waitForURL((url) => url.pathname !== '/')
    },
  ],
  [
    'opens a customer for production: a channel, a sender, a credit',
    async ({ olu, filled }) => {
      const { page, form } = olu
      await jump(olu, 'Parcel', /^Parcel Works/)
      await tabTo(olu, named(olu, 'Open… Email production'))
      await page.keyboard.press('Enter')
      await order(olu, 'Open the channel')
      await olu.button('Close… Email production').waitFor()
      await tabTo(olu, named(olu, 'Set a sender ID…'))
      await page.keyboard.press('Enter')
      await tabTo(olu, form.getByLabel('Channel'))
      await page.keyboard.press('e')
      await write(olu, 'From', 'parcels@acme.example')
      await tabTo(olu, form.getByRole('checkbox', { name: filled.production.accountName }))
      await page.keyboard.press('Space')
      await order(olu, 'Save the sender ID')
      await page.getByText('parcels@acme.example').first().waitFor()
      await tabTo(olu, named(olu, 'Propose a credit…'))
      await page.keyboard.press('Enter')
      await tabTo(olu, form.getByLabel('Environment'))
      await page.keyboard.press('p')
      await write(olu, 'Amount', '300')
      await order(olu, 'Propose the credit')
      await page.getByText('Proposal created. Another super admin decides it.').waitFor()
    },
  ],
  [
    'decides an outcome among many with evidence',
    async ({ olu }) => {
      const { page, form } = olu
      await jump(olu, 'Reconciliation', /Reconciliation/)
      await tabTo(olu, page.getByRole('checkbox', { name: 'Select row 2' }))
      await page.keyboard.press('Space')
      await tabTo(olu, named(olu, 'Decide 1 outcome…'))
      await page.keyboard.press('Enter')
      await tabTo(olu, form.getByRole('radio').first())
      await page.keyboard.press('ArrowDown')
      await write(olu, 'Evidence', 'It stands in the log of the provider as delivered.')
      await order(olu, 'Decide 1 outcome')
      await page.getByText('completed', { exact: true }).waitFor()
    },
  ],
  [
    'opens a template to refuse it, and leaves it as it was',
    async ({ olu }) => {
      await jump(olu, 'Templates', /Templates/)
      await openFirst(olu)
      await olu.button('Reject…').waitFor()
      await olu.page.keyboard.press('x')
      await olu.form.getByRole('textbox', { name: 'Reason', exact: true }).waitFor()
      await olu.page.keyboard.press('Escape')
      await olu.form.waitFor({ state: 'detached' })
      await olu.page.keyboard.press('Escape')
      await olu.page.waitForURL(/\/templates(\?|$)/)
    },
  ],
  [
    'decides a proposal',
    async ({ olu }) => {
      await jump(olu, 'Approvals', /Approvals/)
      await openFirst(olu)
      await olu.button('Reject…').waitFor()
      await olu.page.keyboard.press('x')
      await order(olu, 'Reject')
    },
  ],
  [
    'answers a chat',
    async ({ olu }) => {
      await jump(olu, 'Support', /Support/)
      await openFirstChat(olu)
      await olu.page.getByLabel('Your reply').waitFor()
      await olu.page.keyboard.insertText('By the keyboard.')
      await olu.page.keyboard.press('Control+Enter')
      await olu.page.locator('.chat', { hasText: 'By the keyboard.' }).waitFor()
    },
  ],
  [
    'selects dead letters to release them',
    async ({ olu }) => {
      await jump(olu, 'Reconciliation', /Reconciliation/)
      await tabTo(olu, named(olu, 'Stuck messages'))
      await olu.page.keyboard.press('Enter')
      await tabTo(olu, named(olu, 'All matching…'))
      await olu.page.keyboard.press('Enter')
      await olu.form.waitFor()
      await olu.page.keyboard.press('Escape')
      await olu.form.waitFor({ state: 'detached' })
    },
  ],
]

/** Presses a key as soon as it is shown, before the page is painted. */
const PRESS_AS_SHOWN = `
  new MutationObserver((_, observer) => {
    if (document.querySelector('.decide kbd') === null) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })
`

/** Records whether the reply box has the focus as soon as it is shown. */
const NOTE_FOCUS_AS_SHOWN = `
  new MutationObserver((_, observer) => {
    const field = document.querySelector('.compose textarea')
    if (field === null) return
    observer.disconnect()
    window.hadFocus = document.activeElement === field
  }).observe(document.body, { childList: true, subtree: true })
`

/** The jobs without a mouse: no button is clicked from the first screen on. */
export const describeByKeyboard = (stageOf: () => JobStage): void => {
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))
  for (const [job, walk] of WAYS)
    it(job, async () => {
      const { olu } = stageOf()
      await olu.visit('/')
      await walk(stageOf())
      expect(await olu.presses()).to.equal(0)
      olu.expectQuiet()
    })

  it("searches for text that isn't in the address, and ends the search", async () => {
    const { olu, scene } = stageOf()
    const { page } = olu
    await olu.visit('/')
    await page.keyboard.press('/')
    await page.keyboard.insertText('+91 98765 43210')
    await page.keyboard.press('Enter')
    await page.locator('section[aria-label^="Messages found"] h2', { hasText: 'No message found' }).waitFor()
    expect(page.url()).to.equal(`${scene.address}/messages`)
    expect(await page.evaluate('history.state')).to.deep.equal({ find: '+91 98765 43210' })
    await tabTo(olu, named(olu, 'Clear search'))
    await page.keyboard.press('Enter')
    await page.locator('section[aria-label^="Messages, newest"]').waitFor()
    expect(await page.evaluate('history.state')).to.deep.equal({})
  })
  it('handles a key as soon as it is shown', async () => {
    const { olu } = stageOf()
    await olu.visit('/approvals')
    await olu.page.evaluate(PRESS_AS_SHOWN)
    await openFirst(olu)
    await olu.form.getByRole('textbox', { name: 'Reason', exact: true }).waitFor()
    await olu.page.keyboard.press('Escape')
    await olu.form.waitFor({ state: 'detached' })
  })
  it('accepts a chat reply as soon as the reply box is shown', async () => {
    const { olu } = stageOf()
    await olu.visit('/support')
    await olu.page.evaluate(NOTE_FOCUS_AS_SHOWN)
    await openFirstChat(olu)
    await olu.page.getByLabel('Your reply').waitFor()
    expect(await olu.page.evaluate('window.hadFocus')).to.equal(true)
  })
}
