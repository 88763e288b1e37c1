import { expect } from 'chai'
import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { escapeHtml } from '@postrider/core/kernel/texts/escape-html'
import { aSend } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { valueIn } from './refusals.js'

describe('The link of an error response', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it('leads to the page about its code', async () => {
    const refused = [
      await http.call('POST', '/v1/messages', { ...aSend(http.mine), headers: {} }),
      await http.call('GET', '/v1/nothing-here'),
      await http.call('DELETE', '/v1/health'),
      await http.call('POST', '/v1/sessions', { body: '{' }),
    ]
    for (const reply of refused) {
      const code = valueIn(reply, 'code')
      expect(reply.headers['link'], String(code)).to.equal(`</docs/errors/${String(code)}>; rel="help"`)
    }
  })

  it('is on no other response', async () => {
    const sent = await http.call('POST', '/v1/messages', aSend(http.mine))
    expect([sent.status, sent.headers['link']]).to.deep.equal([202, undefined])
  })

  it('has a page for every code, and for no other', async () => {
    const visit = (code: string) => fetch(`http://127.0.0.1:${http.port}/docs/errors/${code}`)
    for (const code of ERROR_CODES) {
      const page = await visit(code)
      expect([page.status, page.headers.get('content-type')], code).to.deep.equal([
        200,
        'text/html; charset=utf-8',
      ])
      const [first = ''] = ERROR_GUIDES[code].fix.split('`')
      expect(await page.text(), code)
        .to.include(escapeHtml(first.replaceAll('’', "'")))
        .and.to.include(`<h1 id="${code}">${code}</h1>`)
    }
    for (const other of ['bogus', 'toString', '%3Cscript%3E'])
      expect((await visit(other)).status, other).to.equal(404)
  })
})
