import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { anOperator } from '../../builders/an-operator.js'
import { NOWHERE } from '../../hosts/set-up/an-installation.js'
import { axeFindings } from '../axe-findings.js'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

const NUMBER = '+447400987654'

describe('Erasures on the website', function () {
  this.timeout(120_000)
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
  })
  after(() => scene.close())

  it('list the requests of owners and of support, without the recipient', async () => {
    const { page, go, complaints } = await scene.browserOf(await scene.person('Asha Rao', 'owner'))
    await go('/messages/erasures')
    await page.getByText('No erasures').waitFor()
    await page.getByRole('button', { name: 'Erase recipient…' }).click()
    await page.fill('[id="f/to"]', NUMBER)
    await page.fill('[id="f/reason"]', 'They asked for it.')
    expect(await axeFindings(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Erase recipient', exact: true }).click()
    // New rows are held back until the reader asks for them.
    await page.locator('button.fresh').click()
    await page.locator('tbody tr', { hasText: 'You' }).waitFor()

    const { organizationId } = scene.made
    const operator = await anOperator(scene.at.ports, ['admin.messages'])
    const body = { organizationId, to: NUMBER, reason: 'They asked us.' }
    const { runOperation } = scene.at.postrider
    await right(runOperation(operator, 'eraseOrganizationRecipient', body, NOWHERE))
    await page.locator('button.fresh').click()
    await page.locator('tbody tr', { hasText: 'Support' }).waitFor()
    expect(await page.content()).to.not.include(NUMBER.slice(-7))
    expect(complaints).to.deep.equal([])
  })

  it('are only for owners', async () => {
    const { page, go } = await scene.browserOf(await scene.person('Bran', 'admin'))
    await go('/messages/consents')
    await page.getByRole('link', { name: 'Consent register' }).waitFor()
    expect(await page.getByRole('link', { name: 'Erasures' }).count()).to.equal(0)
  })
})
