import { expect } from 'chai'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('The website', function () {
  this.timeout(120_000)
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  it('lets people in by a form without script, and back to where they wanted to go', async () => {
    const { address, owner } = scene
    const { page, complaints } = await scene.browserOf(owner, { javaScriptEnabled: false })
    await page.context().clearCookies()
    await page.goto(`${address}/?from=mail`)
    expect(new URL(page.url()).pathname).to.equal('/sign-in')
    await page.fill('[name=email]', owner.email)
    await page.fill('[name=password]', 'not this one, at all')
    await page.click('button[type=submit]')
    expect(await page.textContent('body')).to.include('The address or the password is wrong.')
    expect(await page.inputValue('[name=email]')).to.equal(owner.email)
    await page.fill('[name=password]', owner.password)
    await page.click('button[type=submit]')
    expect(page.url()).to.equal(`${address}/?from=mail`)
    expect(complaints).to.deep.equal([])
  })

  it('says whose Organization it shows, live, also where it is 320 px wide', async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner, {
      viewport: { width: 320, height: 700 },
    })
    await go('/')
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(320)
    await page.click('.menu')
    await page.locator('.side .choice-of-organization').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('shows somebody who belongs nowhere who they are, and no Organization', async () => {
    const { page, go } = await scene.browserOf(await scene.person('New Person'))
    await go('/')
    await page.locator('.who', { hasText: 'New Person' }).waitFor()
    expect(await page.locator('.choice-of-organization').count()).to.equal(0)
  })

  it('ends with the session: what is open says so, and leads back after signing in anew', async () => {
    const { owner } = scene
    const { page, go } = await scene.browserOf(owner)
    await go('/')
    const [cookie] = await page.context().cookies()
    const { postrider } = scene.at
    await postrider.personSessions.end(cookie?.value ?? '', {
      requestId: undefined,
      clientAddress: undefined,
    })()
    await page.locator('.late-bar', { hasText: 'Your session is over' }).waitFor()
    await page.click('.late-bar a')
    await page.fill('[name=email]', owner.email)
    await page.fill('[name=password]', owner.password)
    await page.click('button[type=submit]')
    await page.locator('.live', { hasText: 'Live' }).waitFor()
    expect(new URL(page.url()).pathname).to.equal('/')
  })
})
