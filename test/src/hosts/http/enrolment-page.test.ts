import { expect } from 'chai'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { sendForm, visit } from './visit.js'

describe('The page of an enrolment', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('says what to do with the link, the same to everybody, and wants no token', async () => {
    const shown = await visit(http.port, '/enrolment')
    expect(shown.status).to.equal(200)
    expect(shown.html).to.include('postrider admin enrol')
    expect(shown.headers.get('content-security-policy')).to.contain("default-src 'none'")
    expect(shown.headers.get('referrer-policy')).to.equal('no-referrer')
    const token = `prlt_${'a'.repeat(49)}`
    const again = await visit(http.port, `/enrolment?token=${token}#${token}`)
    expect([again.status, again.html]).to.deep.equal([200, shown.html])
  })

  it('takes nothing', async () => {
    expect((await sendForm(http.port, '/enrolment', { token: 'x' })).status).to.equal(404)
  })
})
