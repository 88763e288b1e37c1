import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { websiteUrlOf } from '@postrider/wiring/settings/site-settings'
import { confirmedAgo } from './confirmation-age.js'
import type { JobStage } from './jobs.js'

const CUSTOMER = 'kaveri@example.org'

/** The invitation of a customer: an operator has a link sent, which leads to the website. */
export const describeCustomerInvitation = (stageOf: () => JobStage): void => {
  before(() => stageOf().olu.showIn())
  beforeEach(() => confirmedAgo(stageOf().scene, stageOf().scene.olu, 0))

  it('shows an invalid or registered address at its field', async () => {
    const { olu, scene } = stageOf()
    const { form } = olu
    await olu.visit('/organizations')
    await olu.button('Invite a customer…').click()
    const [address, send] = [
      form.getByLabel('Email'),
      form.getByRole('button', { name: 'Send the invitation' }),
    ]
    await address.fill('kaveri')
    await form.getByLabel('Reason').fill('They asked at the fair.')
    await send.click()
    await form.locator('.wrong').waitFor()
    expect(await address.getAttribute('aria-invalid')).to.equal('true')
    expect(await address.inputValue()).to.equal('kaveri')
    await address.fill(scene.olu.email)
    await send.click()
    await form.getByRole('alert').getByText('This address already has an account').waitFor()
    expect(await form.locator('.wrong').count()).to.equal(0)
    await address.fill('kaveri')
    await send.click()
    await form.locator('.wrong').waitFor()
    // The problem of the previous address is no longer shown.
    expect(await form.getByRole('alert').count()).to.equal(0)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    olu.expectQuiet()
  })

  it('emails a link with which a customer creates an account on the website', async () => {
    const { olu, scene } = stageOf()
    const { form } = olu
    const { composition, postrider } = scene.console.at
    await olu.visit('/organizations')
    await olu.button('Invite a customer…').click()
    await form.getByLabel('Email').fill(CUSTOMER)
    await form.getByLabel('Reason').fill('They asked at the fair.')
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await olu.page.getByText('Invitation sent').waitFor()
    await form.waitFor({ state: 'detached' })
    const theirs = () => scene.mails.findLast(({ to }) => to === CUSTOMER)
    await eventually('their mail has left', async () => {
      await right(postrider.sendMails())
      return theirs() !== undefined
    })
    const { text } = theirs() ?? expect.fail('no mail has left')
    const [, link = '', token = ''] = /(\S+\/sign-up\?token=)(prlt_\w+)/.exec(text) ?? []
    expect(link).to.equal(`${websiteUrlOf(composition.settings)}/sign-up?token=`)
    expect(await right(postrider.showSignUp(token))).to.include({ email: CUSTOMER })
    olu.expectQuiet()
  })
}
