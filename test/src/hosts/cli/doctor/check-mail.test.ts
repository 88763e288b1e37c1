import { expect } from 'chai'
import { checkMail } from '@postrider/cli/doctor/check-mail'
import type { Mailer } from '@postrider/core/identity/ports/mailer'

const aMailer = (isConfigured: boolean, problem?: string): Mailer => ({
  isConfigured,
  send: () => Promise.reject(new Error('the doctor sends no mail')),
  check: async () => problem,
  close: async () => undefined,
})

describe("The doctor's check of the mail server", () => {
  it('reports that it responds', async () => {
    const [finding] = await checkMail(aMailer(true))
    expect(finding).to.include({ verdict: 'fine', part: 'mail' })
  })

  it('reports a problem and how to fix it', async () => {
    const [finding] = await checkMail(aMailer(true, 'the mail server refused or failed at AUTH PLAIN: 535'))
    expect(finding).to.include({ verdict: 'wrong', part: 'mail' })
    expect(finding?.sentence).to.include('535')
    expect(finding?.advice).to.include('POSTRIDER_MAIL_URL')
  })

  it('notes that none is configured', async () => {
    const [finding] = await checkMail(aMailer(false, 'no mail server is configured'))
    expect(finding).to.include({ verdict: 'note', part: 'mail' })
    expect(finding?.advice).to.include('POSTRIDER_MAIL_FROM')
  })
})
