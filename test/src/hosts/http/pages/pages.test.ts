import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { invitationPage } from '@postrider/http/pages/invitation-page'
import { PAGE_POLICY } from '@postrider/server/pages/page-policy'
import { recoveryPage } from '@postrider/http/pages/recovery-page'
import { type PageElement, readPage } from './read-page.js'
import { pagesWith } from './some-pages.js'

const named = (elements: readonly PageElement[], ...names: string[]): readonly PageElement[] =>
  elements.filter(({ name }) => names.includes(name))

const attribute = (element: PageElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)

/** The fields that a form sends, with what a browser is told of each. */
const fieldsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    named(readPage(html), 'input').flatMap((input) => {
      const name = attribute(input, 'name')
      if (name === undefined) return []
      return [[name, `${attribute(input, 'type')} ${attribute(input, 'autocomplete') ?? ''}`.trim()]]
    }),
  )

const anInvitation = {
  token: 'abc',
  email: 'zoe@example.com',
  organizationName: 'Acme & Sons',
  role: 'developer',
}

describe('Each page of a link', () => {
  for (const [name, html] of Object.entries(pagesWith('abc'))) {
    const elements = readPage(html)

    it(`${name}: says its language, its title and what it is about`, () => {
      expect(attribute(named(elements, 'html')[0], 'lang')).to.equal('en-GB')
      expect(named(elements, 'meta').some((meta) => attribute(meta, 'charset') === 'utf-8')).to.equal(true)
      const headings = named(elements, 'h1')
      expect(headings).to.have.length(1)
      expect(named(elements, 'title')[0]?.text).to.match(new RegExp(`${headings[0]?.text} – Postrider$`))
      expect(named(elements, 'main')).to.have.length(1)
    })

    it(`${name}: loads nothing, runs nothing and leads nowhere else`, () => {
      const known = ['html', 'head', 'meta', 'title', 'style', 'body', 'main', 'h1', 'h2', 'p', 'bdi', 'a', 'div',
        'form', 'input', 'label', 'button', 'span', 'svg', 'path'] // prettier-ignore
      expect(elements.map((element) => element.name).filter((each) => !known.includes(each))).to.deep.equal(
        [],
      )
      for (const element of elements) {
        expect([...element.attributes.keys()].filter((each) => /^(on|style$|src)/.test(each))).to.deep.equal(
          [],
        )
        expect(attribute(element, 'href') ?? '#').to.match(/^#/)
      }
      const forms = named(elements, 'form').map(({ attributes }) => Object.fromEntries(attributes))
      for (const form of forms) expect(form).to.deep.equal({ method: 'post', action: '?' })
    })

    it(`${name}: may be made larger, and fits a narrow screen`, () => {
      const viewport = named(elements, 'meta').find((meta) => attribute(meta, 'name') === 'viewport')
      expect(attribute(viewport, 'content')).to.equal('width=device-width, initial-scale=1')
      const style = named(elements, 'style')[0]?.text ?? ''
      expect(style).to.not.match(/(^|[^-])(min-)?width: *[\d.]+(px|r?em)/m)
      expect(style).to.match(/overflow-wrap: anywhere/)
    })

    it(`${name}: has ids that are its own, and names none that it lacks`, () => {
      const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
      expect(new Set(ids).size).to.equal(ids.length)
      for (const element of elements) {
        const described = `${attribute(element, 'aria-describedby') ?? ''} ${attribute(element, 'aria-labelledby') ?? ''}`
        const pointers = [
          attribute(element, 'for'),
          attribute(element, 'href')?.slice(1),
          ...described.split(' '),
        ]
        for (const id of pointers.filter((each) => each !== undefined && each !== ''))
          expect(ids).to.include(id)
      }
    })

    it(`${name}: has a label for everything that can be typed`, () => {
      const labelled = named(elements, 'label').map((label) => attribute(label, 'for'))
      const inputs = named(elements, 'input').filter((input) => attribute(input, 'type') !== 'hidden')
      expect(inputs.map((input) => attribute(input, 'id'))).to.deep.equal(labelled)
      for (const input of inputs) expect(input.attributes.has('autocomplete')).to.equal(true)
    })

    it(`${name}: is shown by the policy that goes with it`, () => {
      const policy = PAGE_POLICY
      const hash = createHash('sha256')
        .update(named(elements, 'style')[0]?.text ?? '')
        .digest('base64')
      expect(policy).to.equal(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
    })
  }
})

describe('What stands in a page', () => {
  const NASTY = [
    `"><script>alert(1)</script><img src=x onerror="x">`,
    `' onfocus='x' autofocus='`,
    '</style></title></main>&lt;b&gt;&amp;',
    '${x} {{x}} `x`',
  ]
  const shapeOf = (html: string) =>
    readPage(html).map(({ name, attributes }) => `${name} ${[...attributes.keys()].join(' ')}`)
  const plain = pagesWith('abc')
  for (const nasty of NASTY) {
    it(`is text, even if it looks like HTML: ${nasty}`, () => {
      for (const [name, html] of Object.entries(pagesWith(nasty))) {
        expect(shapeOf(html), name).to.deep.equal(shapeOf(plain[name] ?? ''))
        const said = readPage(html).flatMap(({ text, attributes }) => [text, ...attributes.values()])
        if (html !== plain[name]) expect(said.join('\n'), name).to.include(nasty)
      }
    })
  }

  it('is sent back as it was', () => {
    for (const token of ['abc', ...NASTY]) {
      const [hidden] = named(readPage(recoveryPage({ token })), 'input')
      expect(Object.fromEntries(hidden?.attributes ?? [])).to.deep.equal({
        type: 'hidden',
        name: 'token',
        value: token,
      })
    }
  })

  it('keeps a name that is written from right to left to itself', () => {
    const elements = readPage(invitationPage({ ...anInvitation, hasAccount: true }))
    expect(named(elements, 'bdi').map(({ text }) => text)).to.deep.equal(['Acme & Sons', 'developer'])
  })
})

describe('The form', () => {
  it('of a recovery asks for a new password twice', () => {
    expect(fieldsOf(recoveryPage({ token: 'abc' }))).to.deep.equal({
      token: 'hidden',
      password: 'password new-password',
      passwordAgain: 'password new-password',
    })
  })

  it('of an invitation asks who has an account for its password', () => {
    expect(fieldsOf(invitationPage({ ...anInvitation, hasAccount: true }))).to.deep.equal({
      token: 'hidden',
      password: 'password current-password',
    })
  })

  it('of an invitation asks others for a name and a new password', () => {
    expect(fieldsOf(invitationPage({ ...anInvitation, hasAccount: false }))).to.deep.equal({
      token: 'hidden',
      displayName: 'text name',
      password: 'password new-password',
    })
  })

  it('of an invitation shows the address, for password managers too, and does not send it', () => {
    for (const hasAccount of [true, false]) {
      const inputs = named(readPage(invitationPage({ ...anInvitation, hasAccount })), 'input')
      const email = inputs.find((input) => attribute(input, 'type') === 'email')
      expect(Object.fromEntries(email?.attributes ?? [])).to.deep.equal({
        id: 'email',
        type: 'email',
        autocomplete: 'username',
        value: 'zoe@example.com',
        readonly: '',
      })
    }
  })

  it('never holds a password that was typed, and never cuts one that is pasted', () => {
    for (const html of Object.values(pagesWith('abc'))) {
      const passwords = named(readPage(html), 'input').filter((one) => attribute(one, 'type') === 'password')
      for (const { attributes } of passwords) {
        expect([...attributes.keys()])
          .to.not.include('value')
          .and.not.include('maxlength')
        expect([...attributes.keys()]).to.include('required')
      }
    }
  })

  it('keeps the name that was typed', () => {
    const page = invitationPage({ ...anInvitation, hasAccount: false, displayName: 'Zoë "Z" O’Brien' })
    const name = named(readPage(page), 'input').find((input) => attribute(input, 'name') === 'displayName')
    expect(attribute(name, 'value')).to.equal('Zoë "Z" O’Brien')
  })
})

describe('A problem with a form', () => {
  const sentence = 'The two passwords differ.'
  const elements = readPage(recoveryPage({ token: 'abc', problem: { sentence, field: 'passwordAgain' } }))

  it('is read out and has the focus, without a script', () => {
    const alert = elements.find((element) => attribute(element, 'role') === 'alert')
    expect(Object.fromEntries(alert?.attributes ?? [])).to.include({ tabindex: '-1', autofocus: '' })
    expect(alert?.text).to.include(sentence)
    expect(named(elements, 'title')[0]?.text).to.match(/^Problem: /)
    expect(elements.filter(({ attributes }) => attributes.has('autofocus'))).to.have.length(1)
  })

  it('leads to its field, and is told there again', () => {
    expect(named(elements, 'a').map((link) => [attribute(link, 'href'), link.text])).to.deep.equal([
      ['#passwordAgain', sentence],
    ])
    const field = elements.find((element) => attribute(element, 'id') === 'passwordAgain')
    expect(attribute(field, 'aria-invalid')).to.equal('true')
    const told = elements.find((element) => attribute(element, 'id') === attribute(field, 'aria-describedby'))
    expect(told?.text).to.equal(sentence)
    const other = elements.find((element) => attribute(element, 'id') === 'password')
    expect(other?.attributes.has('aria-invalid')).to.equal(false)
  })

  it('is not there where there is none', () => {
    const page = readPage(recoveryPage({ token: 'abc' }))
    expect(page.some(({ attributes }) => attributes.has('role') || attributes.has('aria-invalid'))).to.equal(
      false,
    )
    expect(named(page, 'title')[0]?.text).to.not.include('Problem')
  })
})
