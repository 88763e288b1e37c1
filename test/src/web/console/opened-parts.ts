import { expect } from 'chai'
import type { JobStage } from './jobs.js'
import { look, looksInTurn } from '../site-states.js'

/**
 * An open part of a screen: a record or a part by its address, and the dialogs of its buttons. A button in a
 * row's menu has the menu's name as a prefix.
 */
type OpenedPart = readonly [
  path: string,
  buttons: ReadonlyArray<string | readonly [menu: RegExp, button: string]>,
]

const partsOf = ({ filled }: JobStage): readonly OpenedPart[] => [
  [`/messages/${filled.messages.unknown[0]}`, ['Decide with evidence…']],
  ['/reconciliation/dead', ['All matching…']],
  ['/reconciliation/drift', []],
  ['/reconciliation/inbound', ['Assign…']],
  ['/reconciliation/webhooks', []],
  [`/templates/${filled.drafts[0]}`, ['Reject…']],
  [`/approvals/${filled.approvals[4]}`, []],
  ['/switches', ['Organization…']],
  ['/providers', ['New account…', [/^More actions for/, 'Change…']]],
  ['/prices', ['Propose a price…']],
  [`/organizations/${filled.customer.organizationId}`, ['Pause Organization…', 'Set a sender ID…']],
  [`/support/${filled.chats[1]}`, []],
  [`/support/${filled.ticketId}`, []],
  ['/people/keys', ['New admin key…']],
  [`/people/admins/${filled.rex.userId}`, []],
  [`/people/suppressions?organizationId=${filled.customer.organizationId}`, []],
  [`/people/erasures?organizationId=${filled.customer.organizationId}`, ['Erase recipient…']],
]

/** Records, parts and dialogs while they are open. */
export const describeOpenedParts = (stageOf: () => JobStage): void => {
  it('records, screen parts and dialogs are accessible, without console errors', async () => {
    const { olu } = stageOf()
    const wrong: string[] = []
    let seen = 0
    const lookAt = async (what: string, within: string): Promise<void> => {
      seen += 1
      wrong.push(...(await look(olu, what, within, looksInTurn(seen))))
    }
    for (const [path, buttons] of partsOf(stageOf())) {
      await olu.showIn()
      await olu.visit(path)
      await lookAt(path, '#content')
      for (const button of buttons) {
        await olu.showIn()
        const [menu, name] = typeof button === 'string' ? [undefined, button] : button
        if (menu !== undefined) await olu.page.getByRole('button', { name: menu }).first().press('Enter')
        await olu.button(name).first().press('Enter')
        await olu.form.first().waitFor()
        await olu.page.locator('.bones').first().waitFor({ state: 'detached' })
        await lookAt(`${path}: ${name}`, 'dialog[open], .sheet')
        await olu.page.keyboard.press('Escape')
        await olu.form.waitFor({ state: 'detached' })
      }
    }
    for (const key of ['Control+k', '?']) {
      await olu.showIn()
      await olu.page.keyboard.press(key)
      await olu.dialog.waitFor()
      await lookAt(key, 'dialog[open]')
      await olu.page.keyboard.press('Escape')
      await olu.dialog.waitFor({ state: 'detached' })
    }
    expect(wrong).to.deep.equal([])
    olu.expectQuiet()
  })
}
