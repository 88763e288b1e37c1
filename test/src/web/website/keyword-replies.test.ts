import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const SMS = '+447400123456'
const HELP = 'Acme: write to help@example.com. Reply STOP to end these messages.'

describe('The replies to keywords on the website', () => {
  let scene: WebsiteScene
  let path: string

  before(async () => {
    scene = await openWebsiteScene()
    await scene.at.dispatch()
    path = `/apps/${scene.made.appId}`
    const { organizationId } = scene.made
    const named = [
      { name: 'help_text', text: HELP },
      { name: 'stop_confirmed', text: 'Acme: you are unsubscribed. Reply START to subscribe again.' },
    ]
    await exclusively(scene.at.ports, (unit) => {
      for (const { name, text } of named) {
        const content = { channel: 'sms', text } as const
        const draft = aDraft({ organizationId, name, content, variables: [], state: 'approved' })
        const { draftId: templateId, templateVersionId } = draft
        unit.templateDrafts.add(draft)
        const version = { templateId, templateVersionId, organizationId, name, variables: [] }
        unit.templates.add(aTemplate({ ...version, content }))
      }
    })
  })
  after(() => scene.close())

  it('are set on the page of the app, and answer a person on the test phone', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go(path)
    await page.getByRole('heading', { name: 'Replies to keywords' }).waitFor()
    await page.getByRole('button', { name: 'Set replies…' }).click()
    const ofHelp = page.getByRole('group', { name: 'Reply to HELP' })
    await ofHelp.getByLabel('help_text (SMS)').check()
    await page.getByRole('group', { name: 'Confirmation of STOP' }).getByLabel('stop_confirmed (SMS)').check()
    await page.getByRole('button', { name: 'Save the replies' }).click()
    await page.getByText('Replies saved').waitFor()
    await page.getByRole('button', { name: 'Set replies…' }).click()
    expect(await ofHelp.getByLabel('help_text (SMS)').isChecked()).to.equal(true)
    expect(await ofHelp.getByLabel('stop_confirmed (SMS)').isChecked()).to.equal(false)
    await page.keyboard.press('Escape')
    await scene.at.send(scene.made, 'sms', SMS, 'DELIVERED')
    await go(`${path}/telephone`)
    await page.fill('#say', 'HELP')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.chat li', { hasText: HELP }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('are readable in light, dark and on a phone', async () => {
    const looks: Readonly<Record<string, BrowserContextOptions>> = {
      light: { colorScheme: 'light', viewport: { width: 1200, height: 900 } },
      dark: { colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
      phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    }
    const folder = process.env['REPLY_PICTURES']
    for (const [look, options] of Object.entries(looks)) {
      const { page, go, close } = await scene.browserOf(scene.owner, options)
      await go(path)
      await page.getByRole('heading', { name: 'Replies to keywords' }).waitFor()
      expect(await axeFindings(page), look).to.deep.equal([])
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/replies-${look}.png`, fullPage: true })
      await page.getByRole('button', { name: 'Set replies…' }).click()
      await page.getByRole('group', { name: 'Reply to HELP' }).getByLabel('help_text (SMS)').waitFor()
      expect(await axeFindings(page), `${look}, dialog`).to.deep.equal([])
      if (folder !== undefined) await page.screenshot({ path: `${folder}/replies-dialog-${look}.png` })
      await close()
    }
  })
})
