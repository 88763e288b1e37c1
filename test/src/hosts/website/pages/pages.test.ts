import { createHash } from 'node:crypto'
import { expect } from 'chai'
import type { Visited } from '../../http/visit.js'
import { type PageElement, readPage } from './read-page.js'
import { openSomePages, PAGE_NAMES, type PageName, type SomePages } from './some-pages.js'

const named = (elements: readonly PageElement[], ...names: string[]): readonly PageElement[] =>
  elements.filter(({ name }) => names.includes(name))

const attribute = (element: PageElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)

/** The fields of a form, with the attributes that a browser reads. */
const fieldsOf = (elements: readonly PageElement[]): Record<string, string> =>
  Object.fromEntries(
    named(elements, 'input').flatMap((input) => {
      const name = attribute(input, 'name')
      if (name === undefined) return []
      return [[name, `${attribute(input, 'type')} ${attribute(input, 'autocomplete') ?? ''}`.trim()]]
    }),
  )

const KNOWN = ['html', 'head', 'meta', 'title', 'style', 'body', 'main', 'h1', 'h2', 'p', 'bdi', 'a', 'div', 'form',
  'input', 'label', 'button', 'span', 'svg', 'path'] // prettier-ignore

/** A part of the page or another public page. A typed address or one from a link is not. */
const OWN_LINK = /^(#[a-zA-Z-]+|\/sign-in|\/sign-up|\/recover)$/

const NASTY = [
  `"><script>alert(1)</script><img src=x onerror="x">`,
  `' onfocus='x' autofocus='`,
  '</style></title></main>&lt;b&gt;&amp;',
  '${x} {{x}} `x`',
]

describe('The pages without a session', () => {
  let pages: SomePages
  const plain = new Map<PageName, Visited>()
  before(async () => {
    pages = await openSomePages()
    for (const name of PAGE_NAMES) plain.set(name, await pages.pageOf(name, 'abc'))
  })
  after(() => pages.close())

  const plainPage = (name: PageName): Visited => plain.get(name) ?? expect.fail(`${name} was not read`)
  const elementsOf = (name: PageName): readonly PageElement[] => readPage(plainPage(name).html)

  for (const name of PAGE_NAMES) {
    it(`${name}: has a language, a title and a topic`, () => {
      const elements = elementsOf(name)
      expect(attribute(named(elements, 'html')[0], 'lang')).to.equal('en')
      expect(named(elements, 'meta').some((meta) => attribute(meta, 'charset') === 'utf-8')).to.equal(true)
      const headings = named(elements, 'h1')
      expect(headings).to.have.length(1)
      expect(named(elements, 'title')[0]?.text).to.match(new RegExp(`${headings[0]?.text} – Postrider$`))
      expect(named(elements, 'main')).to.have.length(1)
    })

    it(`${name}: loads nothing, runs nothing and links nowhere else`, () => {
      const elements = elementsOf(name)
      expect(elements.map((element) => element.name).filter((each) => !KNOWN.includes(each))).to.deep.equal(
        [],
      )
      for (const element of elements) {
        expect([...element.attributes.keys()].filter((each) => /^(on|style$|src)/.test(each))).to.deep.equal(
          [],
        )
        expect(attribute(element, 'href') ?? '#main').to.match(OWN_LINK)
      }
      const forms = named(elements, 'form').map(({ attributes }) => Object.fromEntries(attributes))
      for (const form of forms) expect(form).to.deep.equal({ method: 'post', action: '?' })
    })

    it(`${name}: can be zoomed, and fits a narrow screen`, () => {
      const elements = elementsOf(name)
      const viewport = named(elements, 'meta').find((meta) => attribute(meta, 'name') === 'viewport')
      expect(attribute(viewport, 'content')).to.equal('width=device-width, initial-scale=1')
      const style = named(elements, 'style')[0]?.text ?? ''
      expect(style).to.not.match(/(^|[^-])(min-)?width: *[\d.]+(px|r?em)/m)
      expect(style).to.match(/overflow-wrap: anywhere/)
    })

    it(`${name}: has unique ids, and references only existing ones`, () => {
      const elements = elementsOf(name)
      const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
      expect(new Set(ids).size).to.equal(ids.length)
      for (const element of elements) {
        const described = `${attribute(element, 'aria-describedby') ?? ''} ${attribute(element, 'aria-labelledby') ?? ''}`
        const led = /^#(.*)/.exec(attribute(element, 'href') ?? '')?.[1]
        const pointers = [attribute(element, 'for'), led, ...described.split(' ')]
        for (const id of pointers.filter((each) => each !== undefined && each !== ''))
          expect(ids).to.include(id)
      }
    })

    it(`${name}: has a label for every input`, () => {
      const elements = elementsOf(name)
      const labelled = named(elements, 'label').map((label) => attribute(label, 'for'))
      const inputs = named(elements, 'input').filter((input) => attribute(input, 'type') !== 'hidden')
      expect(inputs.map((input) => attribute(input, 'id'))).to.deep.equal(labelled)
      for (const input of inputs) expect(input.attributes.has('autocomplete')).to.equal(true)
    })

    it(`${name}: isn't cached, and has a policy that allows only its own style and forms`, () => {
      const { html, headers } = plainPage(name)
      const hash = createHash('sha256')
        .update(named(readPage(html), 'style')[0]?.text ?? '')
        .digest('base64')
      expect(headers.get('content-security-policy')).to.equal(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      expect(headers.get('cache-control')).to.equal('no-store')
      // Without it a browser would send forms without an origin.
      const hasForms = name !== 'enrolment'
      expect(headers.get('referrer-policy')).to.equal(hasForms ? 'same-origin' : 'no-referrer')
    })
  }

  describe('Content of a page', () => {
    const shapeOf = (html: string) =>
      readPage(html).map((element) => `${element.name} ${[...element.attributes.keys()].join(' ')}`)

    for (const nasty of NASTY)
      it(`is text, even if it looks like HTML: ${nasty}`, async () => {
        for (const name of PAGE_NAMES) {
          const { html } = await pages.pageOf(name, nasty)
          expect(shapeOf(html), name).to.deep.equal(shapeOf(plainPage(name).html))
          const texts = readPage(html).flatMap(({ text, attributes }) => [text, ...attributes.values()])
          if (html !== plainPage(name).html) expect(texts.join('\n'), name).to.include(nasty)
        }
      })

    it('is sent back unchanged', async () => {
      for (const token of ['abc', ...NASTY])
        for (const name of ['recovery', 'recovery with a problem', 'sign-up by a link'] as const) {
          const [hidden] = named(readPage((await pages.pageOf(name, token)).html), 'input')
          expect(Object.fromEntries(hidden?.attributes ?? [])).to.deep.equal({
            type: 'hidden',
            name: 'token',
            value: token,
          })
        }
    })

    it('isolates a right-to-left name', () => {
      const elements = elementsOf('invitation')
      expect(named(elements, 'bdi').map(({ text }) => text)).to.deep.equal(['abc', 'developer'])
    })
  })

  describe('The form', () => {
    it('of a recovery asks for a new password twice', () => {
      expect(fieldsOf(elementsOf('recovery'))).to.deep.equal({
        token: 'hidden',
        password: 'password new-password',
        passwordAgain: 'password new-password',
      })
    })

    it('of an invitation asks existing users for their password', () => {
      expect(fieldsOf(elementsOf('invitation'))).to.deep.equal({
        token: 'hidden',
        password: 'password current-password',
      })
    })

    it('for a new account asks for a name and a new password', () => {
      for (const name of ['invitation of a newcomer', 'sign-up by a link'] as const)
        expect(fieldsOf(elementsOf(name))).to.deep.equal({
          token: 'hidden',
          displayName: 'text name',
          password: 'password new-password',
        })
    })

    it("of a link shows its owner, also for password managers, and doesn't send it", async () => {
      for (const name of ['invitation', 'invitation of a newcomer', 'sign-up by a link'] as const) {
        const inputs = named(readPage((await pages.pageOf(name, 'zoe@example.com')).html), 'input')
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

    it('never contains a typed password, and never truncates a pasted one', () => {
      for (const name of PAGE_NAMES) {
        const passwords = named(elementsOf(name), 'input').filter(
          (one) => attribute(one, 'type') === 'password',
        )
        for (const { attributes } of passwords) {
          expect([...attributes.keys()])
            .to.not.include('value')
            .and.not.include('maxlength')
          expect([...attributes.keys()]).to.include('required')
        }
        expect(plainPage(name).html).to.not.include('purple kettles')
      }
    })

    it('keeps the typed name', async () => {
      const typed = 'Zoë "Z" O’Brien'
      for (const page of [
        'invitation of a newcomer with a problem',
        'sign-up by a link with a problem',
      ] as const) {
        const inputs = named(readPage((await pages.pageOf(page, typed)).html), 'input')
        const name = inputs.find((input) => attribute(input, 'name') === 'displayName')
        expect(attribute(name, 'value')).to.equal(typed)
      }
    })
  })

  describe('A problem with a form', () => {
    const sentence = 'The two passwords differ. Enter them again.'

    it('is announced and has the focus, without a script', () => {
      const elements = elementsOf('recovery with two passwords')
      const alert = elements.find((element) => attribute(element, 'role') === 'alert')
      expect(Object.fromEntries(alert?.attributes ?? [])).to.include({ tabindex: '-1', autofocus: '' })
      expect(alert?.text).to.include(sentence)
      expect(named(elements, 'title')[0]?.text).to.match(/^Problem: /)
      expect(elements.filter(({ attributes }) => attributes.has('autofocus'))).to.have.length(1)
    })

    it('links to its field, and is repeated there', () => {
      const elements = elementsOf('recovery with two passwords')
      expect(named(elements, 'a').map((link) => [attribute(link, 'href'), link.text])).to.deep.equal([
        ['#passwordAgain', sentence],
      ])
      const field = elements.find((element) => attribute(element, 'id') === 'passwordAgain')
      expect(attribute(field, 'aria-invalid')).to.equal('true')
      const problem = elements.find(
        (element) => attribute(element, 'id') === attribute(field, 'aria-describedby'),
      )
      expect(problem?.text).to.equal(sentence)
      const other = elements.find((element) => attribute(element, 'id') === 'password')
      expect(other?.attributes.has('aria-invalid')).to.equal(false)
    })

    it('is absent if there is none', () => {
      for (const name of ['recovery', 'invitation', 'sign-up', 'sign-in'] as const) {
        const elements = elementsOf(name)
        const wrong = elements.filter(
          ({ attributes }) => attributes.has('role') || attributes.has('aria-invalid'),
        )
        expect(wrong).to.deep.equal([])
        expect(named(elements, 'title')[0]?.text).to.not.include('Problem')
      }
    })
  })
})
