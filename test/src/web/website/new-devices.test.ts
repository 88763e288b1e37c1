import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { right } from '@postrider/conformance/outcome'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import { overheardMail } from '../../builders/overheard-mail.js'
import { openWebsiteScene, type KnownPerson, type WebsiteScene } from './website-scene.js'

describe('A sign-in at the website on a new device', function () {
  this.timeout(120_000)
  const mails: Mail[] = []
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene({}, {}, { mailer: () => overheardMail(mails) })
  })
  after(() => scene.close())

  /** The recipients and links of the notices that were sent since the last call. */
  const notices = async (): Promise<readonly string[]> => {
    await right(scene.at.postrider.sendMails())
    return mails.splice(0).flatMap(({ to, subject, text }) => {
      if (!subject.startsWith('New sign-in')) return []
      expect(text).to.include('at the website, in a new browser')
      return [to]
    })
  }

  /** Signs in in the same browser, whose session has ended. */
  const signInAgain = async (page: Page, { email, password }: KnownPerson): Promise<void> => {
    await page.context().clearCookies({ name: 'person' })
    await page.goto(`${scene.address}/sign-in`)
    await page.fill('#email', email)
    await page.fill('#password', password)
    await page.keyboard.press('Enter')
    await page.locator('#content').waitFor()
  }

  const cookiesOf = async (page: Page): Promise<readonly string[]> =>
    (await page.context().cookies()).map(({ name }) => name).sort()

  it('is reported by email for each other browser, and not for the same browser', async () => {
    const asha = await scene.person('Asha Rao', 'developer')
    const first = await scene.pageOf(asha)
    expect(await notices(), 'the first browser').to.deep.equal([])
    await first.visit('/me')
    await first.button('Sign out').first().click()
    await first.page.locator('#email').waitFor()
    expect(await cookiesOf(first.page)).to.deep.equal(['person-device'])
    await signInAgain(first.page, asha)
    expect(await notices(), 'the same browser').to.deep.equal([])

    const second = await scene.pageOf(asha)
    expect(await notices(), 'another browser').to.deep.equal([asha.email])
    await signInAgain(second.page, asha)
    expect(await notices(), 'the other browser again').to.deep.equal([])
    await second.page.context().clearCookies()
    await signInAgain(second.page, asha)
    expect(await notices(), 'without its cookies').to.deep.equal([asha.email])
    await signInAgain(first.page, asha)
    expect(await notices(), 'the first browser once more').to.deep.equal([])
  })

  it('is reported to each person who uses a browser, and the cookie is the same for all', async () => {
    const [bran, cara] = [await scene.person('Bran', 'viewer'), await scene.person('Cara', 'viewer')]
    const valueOf = async (page: Page): Promise<string | undefined> =>
      (await page.context().cookies()).find(({ name }) => name === 'person-device')?.value
    const { page } = await scene.pageOf(bran)
    const device = await valueOf(page)
    expect(device).to.match(/^[\w-]{22}$/)
    await scene.pageOf(cara)
    expect(await notices(), 'the first browser of each').to.deep.equal([])
    await signInAgain(page, cara)
    expect(await notices()).to.deep.equal([cara.email])
    expect(await valueOf(page)).to.equal(device)
  })
})
