import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { OperationName } from '@postrider/core/assembly/registry'
import { right } from '@postrider/conformance/outcome'
import { anOperator } from '../../builders/an-operator.js'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const TEXT = 'Dear {{name}}, your order {{order}} is on its way. KAVERI'
const FIELD = {
  name: '[id="f/name"]',
  text: '[id="f/content/text"]',
  typeOf: (at: number) => `[id="f/variables/${at}/type"]`,
  longestOf: (at: number) => `[id="f/variables/${at}/maxLength"]`,
  exampleOf: (at: number) => `[id="f/variables/${at}/example"]`,
}

const WIDE = { width: 1280, height: 900 }
const LOOKS = [
  ['dark', 'dark', WIDE],
  ['phone', 'light', { width: 390, height: 844 }],
  ['light', 'light', WIDE],
] as const

const draftIn = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? ''

const tag = (page: Page, word: string) => page.locator('.note .tag', { hasText: word })

/** Rejects the version like a super admin. */
const refuse = async ({ at }: WebsiteScene, draftId: string, version: number, reason: string) => {
  const operator = await anOperator(at.ports, ['admin.templates.review'])
  const body = { draftId, version, decision: 'reject', reasonCode: 'unclear', reason, variable: 'order' }
  await right(at.postrider.runOperation(operator, 'decideTemplateReview', body, NOWHERE))
}

describe('Templates on the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  const begin = async (page: Page): Promise<void> => {
    await page.fill(FIELD.name, 'order_shipped')
    await page.fill(FIELD.text, TEXT)
    await page.locator(FIELD.exampleOf(1)).waitFor()
  }

  it('are edited with problems at their fields, previewed, saved, rejected and compared', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/templates')
    await page.locator('tbody tr', { hasText: 'In use' }).first().waitFor()
    await page.click('text=New template')
    await begin(page)
    await page.fill(FIELD.exampleOf(0), 'Meera')
    await page.fill(FIELD.longestOf(0), '160')
    await page.fill(FIELD.exampleOf(1), 'KR2209418')
    await page.fill(FIELD.longestOf(1), '12')
    await page.click('.choice input')
    await page.locator(`${FIELD.typeOf(0)}[aria-invalid=true]`).waitFor()
    expect(await page.textContent('#variable-problems')).to.include('other than text')
    await page.selectOption(FIELD.typeOf(0), 'alphanumeric')
    await page.selectOption(FIELD.typeOf(1), 'alphanumeric')
    await page.locator(`${FIELD.typeOf(1)}:not([aria-invalid])`).waitFor()
    expect(await page.locator('[aria-invalid=true]').count()).to.equal(0)

    await page
      .locator('.bubble', { hasText: 'Dear Meera, your order KR2209418 is on its way. KAVERI' })
      .waitFor()
    await page.locator('.well', { hasText: '1 segment 54 of 160, GSM-7' }).waitFor()
    await page.locator('.well', { hasText: '₹0.18, at most ₹0.36' }).waitFor()
    expect(await axeFindings(page)).to.deep.equal([])

    await page.click('.decide >> text="Save"')
    await page.waitForURL(/\/templates\/tpl_/)
    await tag(page, 'Draft').waitFor()
    await page.click('text=Submit for review')
    await tag(page, 'In review').waitFor()
    expect(await page.isDisabled(FIELD.text)).to.equal(true)
    await refuse(scene, draftIn(page), 1, 'Say whose order it is.')
    await tag(page, 'Rejected').waitFor()
    await page.locator('.note', { hasText: 'Say whose order it is.' }).waitFor()

    await page.fill(FIELD.text, TEXT.replace('your order', 'the order'))
    await page.locator('.bubble', { hasText: 'the order' }).waitFor()
    await page.click('.decide >> text="Save"')
    await tag(page, 'Draft').waitFor()
    await page.click('text=Versions')
    const [gone, added] = [page.locator('del').first(), page.locator('ins').first()]
    expect([await gone.textContent(), await added.textContent()]).to.deep.equal(['your', 'the'])
    await page
      .locator('.panel', { hasText: 'Version 1' })
      .locator('text=Say whose order it is.')
      .first()
      .waitFor()
    expect(complaints).to.deep.equal([])
  })

  it("survive a reload, and never overwrite a colleague's version", async () => {
    const { page, go } = await scene.browserOf(scene.owner)
    await go('/templates/new')
    await begin(page)
    await page.fill(FIELD.exampleOf(0), 'Meera')
    await page.fill(FIELD.exampleOf(1), 'KR2209418')
    await page.click('.decide >> text="Save"')
    await page.waitForURL(/\/templates\/tpl_/)
    await tag(page, 'Draft').waitFor()
    const mine = TEXT.replace('Dear', 'Hello')
    await page.fill(FIELD.text, mine)
    await page.reload()
    await page.locator('.tag', { hasText: 'not saved' }).waitFor()
    expect(await page.inputValue(FIELD.text)).to.equal(mine)

    const colleague = await scene.browserOf(await scene.person('Dev Patel', 'developer'))
    await colleague.go(new URL(page.url()).pathname)
    const theirs = TEXT.replace('Dear', 'Greetings')
    await colleague.page.fill(FIELD.text, theirs)
    await colleague.page.click('.decide >> text="Save"')
    await page.locator('.note', { hasText: 'Version 2 was saved in the meantime' }).waitFor()
    expect(await page.locator('del').first().textContent()).to.equal('Greetings')
    expect(await page.locator('ins').first().textContent()).to.equal('Hello')
    await page.click('text=Use mine as version 3')
    await page.click('.decide >> text="Save"')
    await colleague.page.locator('.head', { hasText: 'Version 3' }).waitFor()
    expect(await colleague.page.inputValue(FIELD.text)).to.equal(mine)
  })

  it('get another language as a draft with the same text, and each page lists all of them', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/templates')
    await page.locator('tbody tr', { hasText: 'In use' }).filter({ hasText: 'SMS' }).first().click()
    const text = await page.inputValue(FIELD.text)
    await page.click('text=Add language…')
    const dialog = page.locator('dialog[open]')
    await dialog.locator('[id="f/language"]').fill('?')
    expect(await axeFindings(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    const base = new URL(page.url()).pathname
    await dialog.locator('[id="f/language"]').fill('hi')
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await page.getByText('Draft in Hindi created').waitFor()
    await page.waitForURL((url) => url.pathname !== base)
    await tag(page, 'Draft').waitFor()
    expect(await page.inputValue(FIELD.text)).to.equal(text)
    expect(await page.isDisabled('[id="f/language"]')).to.equal(true)
    const panel = page.getByRole('region', { name: 'Languages' })
    const rows = panel.locator('li')
    await rows.nth(1).locator('[aria-current=true]', { hasText: 'Hindi (hi)' }).waitFor()
    expect(await rows.allInnerTexts()).to.have.length(2)
    expect(await rows.nth(1).locator('.tag').innerText()).to.equal('Draft')
    await rows.nth(1).getByText('Version 1').waitFor()
    expect(await rows.nth(1).locator('p').innerText()).to.equal(text)
    await panel.getByRole('link', { name: 'English (en)' }).click()
    await page.waitForURL((url) => url.pathname === base)
    await rows.first().locator('.tag', { hasText: 'In use' }).waitFor()
    await panel.getByText('Add language…').waitFor()
    expect(await axeFindings(page)).to.deep.equal([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(390)
    await panel.getByRole('link', { name: 'Hindi (hi)' }).click()
    await tag(page, 'Draft').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('of WhatsApp have a header, buttons and cards, which the preview shows as a phone does', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    const field = (pointer: string) => `[id="f/content/${pointer}"]`
    const picture = async (name: string): Promise<void> => {
      const folder = process.env['TEMPLATE_PICTURES']
      if (folder === undefined) return
      for (const [look, colorScheme, size] of LOOKS) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(size)
        await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true })
      }
    }
    await go('/templates/new')
    await page.selectOption('[id="f/channel"]', 'whatsapp')
    await page.fill(FIELD.name, 'invoice_ready')
    await page.fill(FIELD.text, 'Hello *{{name}}*, your invoice is ready. _Thank you._')
    await page.selectOption(field('media'), 'document')
    await page.fill(field('media/link'), 'https://shop.example/{{file}}')
    await page.fill(field('media/filename'), 'Invoice {{file}}.pdf')
    await page.click('text=Add button')
    await page.selectOption(field('buttons/0/type'), 'url')
    await page.fill(field('buttons/0/text'), 'Pay now')
    await page.fill(field('buttons/0/url'), 'https://shop.example{{file}}')
    await page.locator(`${field('buttons/0/url')}[aria-invalid=true]`).waitFor()
    await page.fill(field('buttons/0/url'), 'https://shop.example/pay/{{file}}')
    await page.fill(FIELD.exampleOf(0), '7711')
    await page.fill(FIELD.exampleOf(1), 'Meera')
    const bubble = page.locator('.bubble')
    await bubble.locator('.media', { hasText: 'Invoice 7711.pdf' }).waitFor()
    expect(await bubble.locator('b').textContent()).to.equal('Meera')
    expect(await bubble.locator('i').textContent()).to.equal('Thank you.')
    expect(await bubble.locator('.tap').textContent()).to.equal('Pay now')
    expect(await page.locator('[aria-invalid=true]').count()).to.equal(0)
    expect(await axeFindings(page)).to.deep.equal([])
    await picture('buttons')

    await page.selectOption(field('media'), 'none')
    await page.getByRole('group', { name: 'Button 1' }).getByText('Remove').click()
    await page.click('text=Add cards')
    for (const at of [0, 1]) {
      await page.fill(field(`cards/${at}/media/link`), `https://shop.example/${at}.jpg`)
      await page.fill(field(`cards/${at}/text`), `Offer ${at + 1}`)
      await page.fill(field(`cards/${at}/buttons/0/text`), 'Show me')
    }
    await page.locator('.cards .card', { hasText: 'Offer 2' }).waitFor()
    expect(await axeFindings(page)).to.deep.equal([])
    await picture('cards')
    await page.click('.decide >> text="Save"')
    await page.waitForURL(/\/templates\/tpl_/)
    await tag(page, 'Draft').waitFor()
    expect(await page.inputValue(field('cards/1/text'))).to.equal('Offer 2')
    expect(complaints).to.deep.equal([])
  })

  it('take the DLT identifiers of their author, which a reviewer rejects or confirms', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/templates/new')
    await page.fill(FIELD.name, 'dispatched')
    await page.fill(FIELD.text, 'Order {{order}} has left. KAVERI')
    await page.locator(FIELD.exampleOf(0)).waitFor()
    await page.click('.choice input')
    await page.selectOption(FIELD.typeOf(0), 'alphanumeric')
    await page.fill(FIELD.exampleOf(0), 'KR2209418')
    await page.click('.decide >> text="Save"')
    await page.waitForURL(/\/templates\/tpl_/)
    await page.fill('#dlt-entityId', '1101 4567')
    await page.fill('#dlt-header', 'KAVERI')
    await page.fill('#dlt-templateId', '1107456789012345678')
    await page.click('text=Send for confirmation')
    await page.getByText('The Entity ID has 13 to 19 digits').waitFor()
    await page.fill('#dlt-entityId', '1101456789012345678')
    await page.click('text=Send for confirmation')
    await page.locator('.tag', { hasText: 'waiting for confirmation' }).waitFor()
    await page.click('.decide >> text=Submit for review')
    await tag(page, 'In review').waitFor()
    const operator = await anOperator(scene.at.ports, ['admin.templates.review'])
    const draftId = draftIn(page)
    const { postrider } = scene.at
    const decide = (operation: OperationName, more: object) => {
      const body = { draftId, version: 1, reason: 'Read.', ...more }
      return right(postrider.runOperation(operator, operation, body, NOWHERE))
    }
    const entered = async () => {
      const read = await right(postrider.runOperation(operator, 'getTemplateReview', { draftId }, NOWHERE))
      const { draft } = read.result as {
        readonly draft: {
          readonly entered?: { readonly at: string; readonly registration: object }
        }
      }
      return draft.entered
    }
    const refused = { enteredAt: (await entered())?.at, reason: 'DLT knows no such template.' }
    await decide('refuseTemplateRegistration', refused)
    await page.locator('.note', { hasText: 'DLT knows no such template.' }).waitFor()
    await page.click('text=Correct the IDs')
    await page.fill('#dlt-templateId', '1107456789012345679')
    await page.click('text=Send for confirmation')
    await page.locator('.tag', { hasText: 'waiting for confirmation' }).waitFor()
    expect(await axeFindings(page)).to.deep.equal([])
    await decide('decideTemplateReview', { decision: 'approve' })
    await decide('recordTemplateRegistration', { registration: (await entered())?.registration })
    await tag(page, 'In use').waitFor()
    await page.getByText('1107456789012345679').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('show the HTML of an email in a frame, and a missing example', async () => {
    const { page, go } = await scene.browserOf(scene.owner)
    await go('/templates/new')
    await page.selectOption('[id="f/channel"]', 'email')
    await page.fill(FIELD.name, 'mail_shipped')
    await page.fill('[id="f/content/subject"]', 'Order {{order}}')
    await page.fill(FIELD.text, 'It has left.')
    await page.fill('[id="f/content/html"]', '<h1>Order {{order}}</h1>')
    await page.locator(FIELD.exampleOf(0)).waitFor()
    await page.click('.decide >> text="Save"')
    await page.getByText('Enter an example value.').waitFor()
    await page.fill(FIELD.exampleOf(0), 'KR2209418')
    await page.locator('.mail', { hasText: 'Order KR2209418' }).waitFor()
    expect(await page.locator('.phone').count()).to.equal(0)
    await page.click('.decide >> text="Save"')
    await page.waitForURL(/\/templates\/tpl_/)
    await page.locator('.mail >> text="HTML"').click()
    await page.frameLocator('iframe.sample').locator('h1', { hasText: 'Order KR2209418' }).waitFor()
    expect(await page.getAttribute('iframe.sample', 'sandbox')).to.equal('')
    expect(await axeFindings(page)).to.deep.equal([])
  })

  it('can be used at a width of 320 px, and only by people who manage them', async () => {
    const viewport = { width: 320, height: 700 }
    const { page, go } = await scene.browserOf(scene.owner, { viewport })
    for (const path of ['/templates', '/templates/new']) {
      await go(path)
      await page.locator('text=New template').first().waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).to.be.at.most(320)
    }
    const viewer = await scene.browserOf(await scene.person('Vi Rao', 'viewer'))
    await viewer.go('/templates')
    await viewer.page.locator('text=Page not found').or(viewer.page.locator('.about')).first().waitFor()
    expect(await viewer.page.locator('text=New template').count()).to.equal(0)
  })
})
