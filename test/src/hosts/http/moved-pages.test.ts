import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { PAGE_POLICY } from '@postrider/server/pages/page-policy'
import { openWebsiteBeside, type WebsiteBeside } from '../website/website-beside.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { aPassword, aPerson, postJson } from './people.js'
import { openRaw } from './raw-connection.js'
import { expectRefusal } from './refusals.js'
import { sendForm, visit } from './visit.js'

const WEBSITE = 'https://app.example.com'
const PATHS = ['/recover', '/invitation']

describe('The old addresses of pages that the website has', function () {
  this.timeout(30_000)
  let http: HttpFixture
  let website: WebsiteBeside
  before(async () => {
    http = await openHttpFixture({ websiteUrl: WEBSITE })
    website = await openWebsiteBeside(http)
  })
  after(async () => {
    await website.close()
    await http.close()
  })

  it('send links on as they are, and tell nobody of their tokens', async () => {
    const { token } = http.ports.sessionTokens.create('link')
    for (const path of PATHS)
      for (const query of [
        '',
        `?token=${token}`,
        '?token=a&token=b',
        '?x=%ZZ&token=https://elsewhere.example/',
      ])
        for (const method of ['GET', 'HEAD']) {
          const sent = { method, redirect: 'manual' } as const
          const { status, headers } = await fetch(`http://127.0.0.1:${http.port}${path}${query}`, sent)
          expect([status, headers.get('location')]).to.deep.equal([303, WEBSITE + path + query])
          expect(headers.get('cache-control')).to.equal('no-store')
          expect(headers.get('referrer-policy')).to.equal('no-referrer')
        }
    const told = JSON.stringify(http.lines)
    expect(told).to.include('/recover').and.not.include(token)
  })

  it('lead to the website that is configured, whatever a request says of its host', async () => {
    const { socket, text } = openRaw(http.port)
    const foreign = 'Host: elsewhere.example\r\nX-Forwarded-Host: elsewhere.example\r\nConnection: close'
    socket.write(`GET http://elsewhere.example/recover?token=x HTTP/1.1\r\n${foreign}\r\n\r\n`)
    await eventually('an answer', () => text().includes('\r\n\r\n'))
    expect(/Location: (.*)/.exec(text())?.[1]).to.equal(`${WEBSITE}/recover?token=x`)
    for (const path of ['//recover', '/recover/', '/recover/elsewhere.example', '/Recover'])
      expectRefusal(await http.call('GET', path), 'route_not_found')
    const { port } = await http.openHost({ websiteUrl: `${WEBSITE}:8443/` })
    expect((await visit(port, '/recover')).headers.get('location')).to.equal(`${WEBSITE}:8443/recover`)
  })

  it('lead whoever follows the link of an earlier mail to the form, which works', async () => {
    const { port } = await http.openHost({ websiteUrl: website.origin })
    const { email } = await aPerson(http)
    await postJson(http, '/v1/password-recovery', { email })
    const [mail] = await http.readMail()
    const [link = ''] = /\/recover\?token=\w+/.exec(mail?.text ?? '') ?? []
    const followed = await fetch(`http://127.0.0.1:${port}${link}`)
    expect([followed.status, followed.url]).to.deep.equal([200, website.origin + link])
    const [, token = ''] = link.split('token=')
    const password = aPassword()
    const done = await website.sendForm('/recover', { token, password, passwordAgain: password })
    expect(done.status).to.equal(200)
    expect((await postJson(http, '/v1/sessions', { email, password })).status).to.equal(200)
  })

  it('take no form that stood open meanwhile: they say what to do, and read no password', async () => {
    const [{ token }, password] = [http.ports.sessionTokens.create('link'), aPassword()]
    for (const path of PATHS) {
      const { status, headers, html } = await sendForm(http.port, path, { token, password })
      expect([status, headers.get('allow'), headers.get('location')]).to.deep.equal([405, 'GET, HEAD', null])
      expect(headers.get('content-security-policy')).to.equal(PAGE_POLICY)
      expect(html).to.include('Open the link of your mail once more').and.include(WEBSITE)
      expectRefusal(await http.call('PUT', path, { body: password }), 'route_not_found')
    }
    const told = JSON.stringify(http.lines)
    for (const secret of [token, password]) expect(told).to.not.include(secret)
  })

  it('are no addresses where no website is named', async () => {
    const { port } = await http.openHost({ websiteUrl: undefined })
    for (const path of PATHS) {
      expect((await visit(port, `${path}?token=x`)).status).to.equal(404)
      expect((await sendForm(port, path, { token: 'x' })).status).to.equal(404)
    }
  })
})
