import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { DOCS_URL } from '../docs-url.js'
import { sendSmsAt } from './send-sms-at.js'
import {
  type KnownPerson,
  openWebsiteScene,
  type WebsiteBrowser,
  type WebsiteScene,
} from './website-scene.js'

const NUMBER = '+919876543210'
const UNDELIVERED = '+919876540002'

describe('Messages on the website', () => {
  let scene: WebsiteScene
  let developer: KnownPerson
  let sent = 0

  before(async () => {
    scene = await openWebsiteScene()
    await scene.at.dispatch()
    developer = await scene.person('Asha Rao', 'developer')
  })
  after(() => scene.close())

  const send = (to: string): Promise<string> => {
    sent += 1
    return sendSmsAt(scene, to, `order-${sent}`)
  }

  /** A browser of a person who has created another organization, and the frames of its socket. */
  const anotherTenant = async (): Promise<WebsiteBrowser & { readonly frames: readonly string[] }> => {
    const stranger = await scene.person('Bran Stark')
    const [, token] = await scene.cookieOf(stranger)
    const { postrider } = scene.at
    const principal = await right(postrider.personSessions.find(token))
    const names = {
      displayName: 'Winter',
      legalName: 'Winter Ltd',
      brandName: 'Winter',
      projectName: 'North',
    }
    await right(
      postrider.runOperation(principal, 'createOrganization', { ...names, environment: 'test' }, NOWHERE),
    )
    const opened = await scene.browserOf(stranger)
    const frames: string[] = []
    opened.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('live.event')) frames.push(String(payload))
      }),
    )
    return { ...opened, frames }
  }

  it('arrive live, are held back until shown, and become delivered; another organization gets none of it', async () => {
    const other = await anotherTenant()
    await other.go('/messages')
    await other.page.locator('h2', { hasText: 'No messages' }).waitFor()
    const { page, go, complaints } = await scene.browserOf(developer)
    await go('/messages')
    await page.locator('h2', { hasText: 'No messages' }).waitFor()
    const before = other.frames.length
    await send(NUMBER)
    await page.locator('.fresh', { hasText: '1 new' }).click()
    await page.locator('td .state.delivered').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('.time .what', { hasText: 'the provider has it' }).waitFor()
    expect(await page.textContent('body')).to.not.contain('Sandbox')
    // Readings of their own account may repeat at any time.
    const foreign = other.frames.slice(before).filter((frame) => !frame.includes('"data":{"user":'))
    expect(foreign).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await other.close()
  })

  it('are saved as CSV as they are listed', async () => {
    const { page, go } = await scene.browserOf(developer)
    await go('/messages')
    await page.locator('td .state').first().waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    const [heads, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(heads).to.match(/^"messageId","acceptedAt","state",/)
    expect(first).to.match(/^"msg_\w{26}","\d{4}-\d\d-\d\dT/)
  })

  it('are counted by cause if they failed, with what to do, and can be listed', async () => {
    const messageId = await send(UNDELIVERED)
    const { page, go, complaints } = await scene.browserOf(developer)
    await go('/messages/failures')
    const cause = page.locator('tr', { hasText: 'The recipient could not be reached' })
    await cause.waitFor()
    expect(await cause.textContent()).to.contain('Try again later')
    await page.getByText('Last 7 days, test:').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.selectOption('#filter-environment', 'production')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('No failures').waitFor()
    await page.getByRole('button', { name: /^Environment/ }).click()
    await cause.getByText('Show messages').click()
    await page.locator('td .state.undelivered').waitFor()
    await page.locator(`a[href^="/messages/${messageId}"]`).click()
    const ended = page.locator('.note.alarm', { hasText: 'wasn’t delivered' })
    await ended.waitFor()
    expect(await ended.getByRole('link', { name: 'Causes and fix' }).getAttribute('href')).to.equal(
      `${DOCS_URL}/errors/recipient_unreachable`,
    )
    expect(complaints).to.deep.equal([])
  })

  it('are reported as missing for an unknown or malformed ID, without a retry', async () => {
    const { page, go } = await scene.browserOf(developer)
    for (const id of ['nonsense', 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd']) {
      await go(`/messages/${id}`)
      await page.getByText('The message doesn’t exist in this organization.').waitFor()
      expect(await page.getByRole('button', { name: 'Retry' }).count(), id).to.equal(0)
    }
  })

  it('can be tested without sending', async () => {
    const { page, go, complaints } = await scene.browserOf(developer)
    await go('/messages/try')
    const template = scene.made.templates.find(
      ({ channel, category }) => channel === 'sms' && category !== 'otp',
    )
    await page.selectOption('#try-template', template?.templateId ?? '')
    await page.fill('#try-to', '98765')
    await page.click('text=Check message')
    await page.locator('.wrong').waitFor()
    await page.fill('#try-to', NUMBER)
    for (const [name, value] of Object.entries(template?.variables ?? {}))
      await page.fill(`#try-${name}`, value)
    await page.click('text=Check message')
    await page.locator('.note.good', { hasText: 'The message would be accepted' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('are found by recipient, who appears in no address and no log line', async () => {
    const { page, go } = await scene.browserOf(developer)
    await go('/messages')
    await page.fill('[type=search]', '+91 98765 43210')
    await page.keyboard.press('Enter')
    await page.locator('.about-search', { hasText: 'recipient' }).waitFor()
    await page.locator('td .state.delivered').first().waitFor()
    expect(decodeURIComponent(page.url())).to.not.match(/98765/)
    expect(JSON.stringify(scene.at.lines)).to.not.match(/98765 ?43210/)
  })
})
