import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { unsubscribeOfferOf } from '@postrider/core/consent/use-cases/unsubscribe-offer-of'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { sendForm, visit } from './visit.js'

const ONE_CLICK = 'List-Unsubscribe=One-Click'

describe('An unsubscribe link', () => {
  let fixture: HttpFixture
  before(async () => {
    fixture = await openHttpFixture()
  })
  after(() => fixture.close())

  const pathFor = (to: string, language = 'en'): string => {
    const { organizationId } = fixture.mine.organization
    const sender = { channel: 'email', from: 'news@shop.example', fromName: '<b>Shop' } as const
    const sent = { organizationId, lane: 'promotional', to, sender, language, sealingKey: undefined } as const
    const offer = unsubscribeOfferOf({ ...fixture.ports, publicUrl: '' }, sent)
    return offer?.url ?? expect.fail('an email has no link')
  }

  /** A request of a mail program (RFC 8058): without cookies, and it follows no redirect. */
  const oneClick = (
    path: string,
    body: URLSearchParams | FormData = new URLSearchParams(ONE_CLICK),
  ): Promise<Response> =>
    fetch(`http://127.0.0.1:${fixture.port}${path}`, { method: 'POST', body, redirect: 'error' })

  const suppressionsOf = async ({ organization: { organizationId } } = fixture.mine) => {
    const query = { organizationId, recipient: undefined, before: undefined, limit: 100 }
    const { value } = await right(fixture.storage.administration.suppressions(query))
    return value.map(({ maskedTo, source, scope }) => `${maskedTo} ${source} ${scope}`)
  }

  const actsOf = async () => {
    const { organizationId } = fixture.mine.organization
    const entries = await right(fixture.storage.audit.chain(organizationId, 0, 1_000))
    return entries.filter(({ actor }) => actor.id === 'unsubscribe')
  }

  it('asks, because programs that scan links open it, and changes nothing', async () => {
    const to = `${fresh.hex(8)}@example.com`
    const before = await suppressionsOf()
    const shown = await visit(fixture.port, pathFor(to))
    expect(shown.status).to.equal(200)
    expect(shown.html)
      .to.include(`<bdi>${to.slice(0, 1)}***@example.com</bdi>`)
      .and.include('<bdi>&lt;b&gt;Shop</bdi>')
      .and.include('method="post"')
      .and.not.include(to)
      .and.not.include('<script')
    expect(shown.headers.get('content-security-policy')).to.match(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(shown.headers.get('referrer-policy')).to.equal('no-referrer')
    expect(shown.headers.get('cache-control')).to.include('no-store')
    const head = await fetch(`http://127.0.0.1:${fixture.port}${pathFor(to)}`, { method: 'HEAD' })
    expect([head.status, await suppressionsOf()]).to.deep.equal([200, before])
  })

  it('ends promotional messages in one step, as mail programs do it, and once', async () => {
    const path = pathFor('Zoe@example.com')
    const before = await suppressionsOf()
    for (const at of [path, path, pathFor('zoe@EXAMPLE.com')]) {
      const answer = await oneClick(at)
      expect([answer.status, (await answer.text()).includes('You are unsubscribed')]).to.deep.equal([
        200,
        true,
      ])
      expect(answer.headers.get('set-cookie')).to.equal(null)
    }
    expect(await suppressionsOf()).to.deep.equal(['Z***@example.com opt_out promotional', ...before])
    expect(await suppressionsOf(fixture.other)).to.deep.equal([])
  })

  it('is an audit event of the system, with the origin of the request and without the address', async () => {
    const before = (await actsOf()).length
    await oneClick(pathFor('audited@example.com'))
    await oneClick(pathFor('audited@example.com'))
    const acts = await actsOf()
    expect(acts).to.have.length(before + 1)
    expect(acts.at(-1)).to.deep.include({
      actor: { kind: 'system', id: 'unsubscribe' },
      action: 'suppress',
      organizationId: fixture.mine.organization.organizationId,
      clientAddress: '127.0.0.1',
    })
    expect(acts.at(-1)?.details).to.deep.include({ source: 'opt_out', scope: 'promotional' })
    expect(JSON.stringify(acts.at(-1))).not.to.include('audited')
  })

  it('counts each recipient once if many unsubscribe at the same time', async () => {
    const [suppressed, acted] = [(await suppressionsOf()).length, (await actsOf()).length]
    const paths = Array.from({ length: 8 }, (_, at) => pathFor(`many${at}@example.com`))
    const answers = await Promise.all([...paths, ...paths, ...paths].map((path) => oneClick(path)))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect([await suppressionsOf(), await actsOf()].map(({ length }) => length)).to.deep.equal([
      suppressed + 8,
      acted + 8,
    ])
  })

  it('takes the form of its page and multipart bodies', async () => {
    expect((await sendForm(fixture.port, `${pathFor('a@example.com')}?`, {})).status).to.equal(200)
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    expect((await oneClick(pathFor('b@example.com'), body)).status).to.equal(200)
    expect(await suppressionsOf()).to.include.members([
      'a***@example.com opt_out promotional',
      'b***@example.com opt_out promotional',
    ])
  })

  it('has pages in the language of the email, also from right to left', async () => {
    const asking = await visit(fixture.port, pathFor('c@example.com', 'ar-EG'))
    expect(asking.html).to.include('<html lang="ar" dir="rtl">').and.include('إلغاء الاشتراك')
    const done = await sendForm(fixture.port, pathFor('c@example.com', 'fr'), {})
    expect(done.html).to.include('<html lang="fr">').and.include('Désabonnement effectué')
    const other = await visit(fixture.port, pathFor('c@example.com', 'ja'))
    expect(other.html).to.include('<html lang="en">')
  })

  it('is worth nothing if it was changed', async () => {
    const path = pathFor('d@example.com')
    const before = await suppressionsOf()
    const middle = path.at(-40) === 'A' ? 'B' : 'A'
    for (const changed of [
      `${path.slice(0, -40)}${middle}${path.slice(-39)}`,
      path.slice(0, -1),
      '/unsubscribe/x',
      '/unsubscribe/%FF',
    ]) {
      const [shown, sent] = [
        await visit(fixture.port, changed),
        await sendForm(fixture.port, changed, { name: 'x'.repeat(50_000) }),
      ]
      expect([shown.status, sent.status], changed).to.deep.equal([404, 404])
    }
    expect((await visit(fixture.port, '/unsubscribe/x')).html).to.include('This link doesn’t work')
    expect(await suppressionsOf()).to.deep.equal(before)
  })

  it('says that it failed, and when to try again, if the database cannot be written', async () => {
    const unsubscribe = () => async () => E.left({ _tag: 'StorageUnavailable', cause: 'down' } as const)
    const postrider = { ...fixture.postrider, unsubscribe }
    const { host, port } = await fixture.openHost({ postrider })
    const sent = await sendForm(port, pathFor('e@example.com', 'de'), {})
    expect([sent.status, sent.headers.get('retry-after')]).to.deep.equal([503, '5'])
    expect(sent.html).to.include('Die Abmeldung hat nicht funktioniert')
    await host.close()
  })
})
