import { expect } from 'chai'
import { sendSmsAt } from './send-sms-at.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const REJECTED = '+919876540001'

describe('Messages that wait for a provider, on the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  it('are cancelled with a reason', async () => {
    const messageId = await sendSmsAt(scene, REJECTED, 'order-1')
    const { page, go, complaints } = await scene.browserOf(await scene.person('Asha Rao', 'developer'))
    await go(`/messages/${messageId}`)
    await page.getByRole('button', { name: 'Cancel message' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Reason').fill('The order was withdrawn.')
    await dialog.locator('footer button[type=submit]').click()
    await page.locator('.note', { hasText: 'The message was cancelled before it was sent.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel message' }).count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it("can't be cancelled by members who don't manage apps", async () => {
    const messageId = await sendSmsAt(scene, REJECTED, 'order-2')
    const { page, go } = await scene.browserOf(await scene.person('Bran Stark', 'viewer'))
    await go(`/messages/${messageId}`)
    await page.locator('.note.info').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel message' }).count()).to.equal(0)
  })

  it('show the code and the words of the provider that refused them', async () => {
    const messageId = await sendSmsAt(scene, REJECTED, 'order-3')
    await scene.at.dispatch()
    const { page, go } = await scene.browserOf(await scene.person('Meera Iyer', 'developer'))
    await go(`/messages/${messageId}`)
    await page.locator('.note.alarm').waitFor()
    const reason = page.locator('.facts', { hasText: 'Provider’s reason' })
    expect(await reason.textContent()).to.contain('sandbox_0001')
    expect(await reason.textContent()).to.contain('ask for a rejection')
  })
})
