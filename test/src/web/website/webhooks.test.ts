import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

/** A customer's server, which responds with the given status. */
const openReceiver = async () => {
  const receiver = { status: 204 }
  const server: Server = createServer((request, response) => {
    request.resume()
    response.writeHead(receiver.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { server, url: `http://127.0.0.1:${port}/hooks` })
}

describe('The webhooks on the website', () => {
  let scene: WebsiteScene
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  before(async () => {
    receiver = await openReceiver()
    scene = await openWebsiteScene({}, { POSTRIDER_WEBHOOK_NETWORKS: '127.0.0.1' })
    await scene.at.dispatch()
  })
  after(async () => {
    await scene.close()
    receiver.server.close()
  })

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const newSecret = (page: Page) => page.getByRole('dialog').getByText('whsec_').first()
  const attempts = (page: Page) => page.getByRole('table', { name: 'Delivery attempts' }).locator('tbody tr')

  const sendTest = async (page: Page, count: number) => {
    await press(page, 'Send test event…')
    await press(page, 'Send test event')
    await attempts(page)
      .nth(count - 1)
      .waitFor()
  }

  it('are created for chosen events, edited and tested, and show their attempts by outcome', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/webhooks')
    await page.getByRole('button', { name: 'New endpoint…' }).first().click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByLabel('message.failed').check()
    await press(page, 'Create endpoint')
    await newSecret(page).waitFor()
    await press(page, 'I saved it')
    await page.getByRole('link', { name: receiver.url }).first().click()

    await press(page, 'Edit…')
    expect(await page.getByLabel('URL').inputValue()).to.equal(receiver.url)
    expect(await page.getByLabel('message.failed').isChecked()).to.equal(true)
    await page.getByLabel('message.delivered').check()
    await press(page, 'Save endpoint')
    await page.getByText('message.failed, message.delivered').waitFor()
    await press(page, 'Edit…')
    await page.getByLabel('message.failed').uncheck()
    await page.getByLabel('message.delivered').uncheck()
    await press(page, 'Save endpoint')
    await page
      .locator('dt', { hasText: 'Events' })
      .locator('xpath=following-sibling::dd[1]', { hasText: 'all' })
      .waitFor()

    await sendTest(page, 1)
    receiver.status = 500
    await sendTest(page, 2)
    expect(await attempts(page).first().textContent()).to.match(/^today \d\d:\d\d:\d\d/)
    const outcome = page.getByLabel('Show', { exact: true })
    await outcome.selectOption('Failed attempts')
    await attempts(page).nth(1).waitFor({ state: 'detached' })
    expect(await attempts(page).first().textContent()).to.include('500 after')
    await outcome.selectOption('Successful attempts')
    await attempts(page).filter({ hasText: '204 after' }).waitFor()
    expect(await attempts(page).count()).to.equal(1)
    await page.getByText('Receive the events in your program').click()
    await page.getByRole('button', { name: 'Python' }).click()
    await page.getByRole('region', { name: 'Program that receives events, in Python' }).waitFor()
    expect(await axeFindings(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
  })

  it('show that an app has too many in the visible part of the dialog', async () => {
    const { page, go } = await scene.browserOf(scene.owner)
    const open = async () => {
      await go('/webhooks')
      await page.getByRole('button', { name: 'New endpoint…' }).first().click()
      await page.getByLabel('URL').fill(receiver.url)
      await press(page, 'Create endpoint')
    }
    const refusal = page.locator('dialog [role=alert]', { hasText: 'limit is 16' })
    for (let count = 0; count < 17 && !(await refusal.isVisible()); count += 1) {
      await open()
      await refusal.or(newSecret(page)).first().waitFor()
    }
    await page.waitForTimeout(100)
    const box = await refusal.boundingBox()
    expect(box?.y).to.be.within(0, 800 - (box?.height ?? 0))
  })

  it('show in their dialogs what applies', async () => {
    const { page, go } = await scene.browserOf(scene.owner)
    await go('/webhooks')
    await page.getByRole('link', { name: receiver.url }).first().click()
    await press(page, 'Replay…')
    await page.getByLabel(/^Last sequence/).fill('3')
    await press(page, 'Replay events')
    await page.getByText('Pass “First sequence” or “Failed since”.').waitFor()
    await press(page, 'Cancel')
    await press(page, 'Edit…')
    expect(await page.getByText('URL', { exact: true }).first().locator('..').textContent()).not.to.include(
      'optional',
    )
    await page.getByLabel('URL').fill('')
    await press(page, 'Save endpoint')
    await page.getByText('Fill in this field.').waitFor()
    await press(page, 'Cancel')
    await press(page, 'Rotate secret…')
    expect(await page.getByLabel(/^Overlap/).inputValue()).to.equal('86400')
    await press(page, 'Rotate secret')
    await newSecret(page).waitFor()
  })
})
