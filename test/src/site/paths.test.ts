import { expect } from 'chai'
import { siteText } from './built-site.js'

/** A reader's way from the first page of the site to success, by the pages on the way. */
interface ReaderPath {
  readonly reader: string
  readonly pages: readonly string[]
  /** What the last page shows when the reader has succeeded. */
  readonly success: string
}

const PATHS: readonly ReaderPath[] = [
  { reader: 'a developer who sends an SMS', pages: ['tutorial-first-sms'], success: 'DELIVERED' },
  { reader: 'a developer who needs a login', pages: ['tutorial-otp-login'], success: '"session"' },
  {
    reader: 'a developer with an error',
    pages: ['errors', 'errors/insufficient_balance'],
    success: 'insufficient_balance',
  },
  { reader: 'a person in finance or marketing', pages: ['website-guide'], success: 'Request credit' },
  { reader: 'a person who installs it', pages: ['tutorial-one-machine'], success: 'backup.db' },
  {
    reader: 'a person who goes to production',
    pages: ['production-checklist'],
    success: 'npx postrider doctor --deep',
  },
  { reader: 'a person on call', pages: ['alerts'], success: 'No dispatcher is running' },
  { reader: 'a super admin', pages: ['console-guide'], success: 'Onboard a customer' },
  { reader: 'a team that embeds it', pages: ['quick-start', 'embedding'], success: 'openPostrider' },
  { reader: 'a contributor', pages: ['contributing'], success: 'npm test' },
]

/** The pages that the text of a page links to, without the navigation. */
const linksOf = (page: string): readonly string[] => {
  const html = siteText(`${page === '' ? 'index' : page}.html`)
  const text = html.slice(html.indexOf('<article>'), html.indexOf('</article>'))
  const base = new URL(page, 'http://site/')
  return [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) =>
    decodeURIComponent(new URL(href, base).pathname.slice(1)),
  )
}

const textOf = (page: string): string =>
  siteText(`${page}.html`)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')

describe('The paths of readers, from the first page of the documentation', () => {
  for (const { reader, pages, success } of PATHS)
    it(`lead ${reader} to success in ${pages.length} ${pages.length === 1 ? 'click' : 'clicks'}: ${pages.join(' › ')}`, () => {
      let at = ''
      for (const page of pages) {
        expect(linksOf(at), `links of ${at === '' ? 'the first page' : at}`).to.include(page)
        at = page
      }
      expect(textOf(at)).to.include(success)
    })
})
