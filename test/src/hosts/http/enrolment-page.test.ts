import { expect } from 'chai'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { sendForm, visit } from './visit.js'

describe('The enrollment page', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('explains how to use the link, identically for everyone and without a token', async () => {
    const shown = await visit(http.port, '/enrolment')
    expect(shown.status).to.equal(200)
    expect(shown.html).to.include('postrider admin enrol')
    expect(shown.headers.get('content-security-policy')).to.contain("default-src 'none'")
    expect(shown.headers.get('referrer-policy')).to.equal('no-referrer')
    const token = `prlt_${'a'.repeat(49)}`
    const again = await visit(http.port, `/enrolment?token=${token}#${token}`)
    expect([again.status, again.html]).to.deep.equal([200, shown.html])
  })

  it('accepts no form', async () => {
    expect((await sendForm(http.port, '/enrolment', { token: 'x' })).status).to.equal(404)
  })
})
