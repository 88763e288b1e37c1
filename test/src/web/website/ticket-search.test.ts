import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { openWebsiteScene, type WebsiteScene } from './website-scene.js'

describe('The ticket search on the website', () => {
  let scene: WebsiteScene
  before(async () => {
    scene = await openWebsiteScene()
    const { storage } = scene.at.composition.ports
    const { organizationId } = scene.made
    const closed = aTicket({ organizationId, subject: 'A bill of Zürich', status: 'closed' })
    const open = aTicket({ organizationId, subject: 'സന്ദേശം വന്നില്ല' })
    await exclusively({ storage }, (unit) => {
      for (const ticket of [closed, open, aTicket({ subject: 'A zebra of others' })]) unit.tickets.add(ticket)
      unit.tickets.addReplies(
        [closed, open].map(({ ticketId }) =>
          aReply({ ticketId, organizationId, text: 'The zebra was charged.' }),
        ),
      )
    })
    while ((await right(scene.at.postrider.indexTickets(100))).isMore);
  })
  after(() => scene.close())

  it("finds the organization's open and closed tickets by their text, and never those of others", async () => {
    const { page, go, complaints } = await scene.browserOf(scene.owner)
    await go('/support')
    const field = page.getByRole('searchbox', { name: 'Search tickets' })
    const rows = page.locator('[data-row]')
    const search = async (text: string): Promise<void> => {
      await field.fill(text)
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByText(`“${text}”`).waitFor()
    }
    await search('zebr')
    await rows.nth(1).waitFor()
    expect(await rows.count()).to.equal(2)
    await search('zurich')
    await rows.nth(1).waitFor({ state: 'detached' })
    await rows.first().click()
    await page.getByText('The zebra was charged.').waitFor()
    expect(page.url()).not.to.include('zurich')
    await search('സന്ദേ')
    await rows.filter({ hasText: 'സന്ദേശം' }).waitFor()
    await field.fill('!!')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('alert').getByText('Enter a ticket ID or a word').waitFor()
    expect(await field.getAttribute('aria-invalid')).to.equal('true')
    await search('giraffe')
    await page.getByText('No ticket found').waitFor()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await rows.nth(1).waitFor()
    expect(complaints).to.deep.equal([])
  })
})
