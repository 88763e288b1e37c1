import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { REPOSITORY, SITE } from './built-site.js'

/** Words that people type, with the page that has the answer. */
const WORDS: Readonly<Record<string, string>> = {
  DLR: 'api/delivery',
  'delivery report': 'api/delivery',
  'sender ID': 'api/senders',
  'top-up': 'api/money',
  '429': 'errors/too_many_requests',
  'rate limit': 'api/limits',
  'message not delivered': 'api/delivery',
  TPS: 'api/limits',
  'short code': 'api/senders',
  '10DLC': 'api/senders',
  sender: 'api/senders',
  unsubscribe: 'api/delivery',
  DKIM: 'provider-smtp',
  'SMS pumping': 'alerts/PostriderPrefixBlocked',
  'API key': 'api/access',
  webhook: 'api/webhooks',
  'DLR webhook': 'events/message.delivered',
  'message.delivered': 'events/message.delivered',
  'inbound webhook': 'events/message.received',
  kubernetes: 'kubernetes',
  docker: 'deploying',
  install: 'tutorial-one-machine',
  'invite colleague': 'website-guide',
  'why did my message fail': 'website-guide',
  'approve template': 'console-guide',
  'forgot password': 'website',
  'test numbers': 'api/sandbox',
  insufficient_balance: 'errors/insufficient_balance',
  POSTRIDER_STORAGE_URL: 'settings/POSTRIDER_STORAGE_URL',
  PostriderLedgerDrift: 'alerts/PostriderLedgerDrift',
  sendMessage: 'reference/sendMessage',
  'rotate master key': 'keys',
  '2FA': 'api/sign-in',
  invoice: 'api/money',
  backup: 'backup-and-restore',
  'opt out': 'api/delivery',
  idempotency: 'api/conventions',
  AsyncAPI: 'reference/socket',
  too_long: 'errors/fields/too_long',
  fieldErrors: 'api/conventions',
}

/** The paths of the pages that the search finds for each query. */
const pagesFor = (queries: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const program = join(REPOSITORY, 'site/search.mjs')
  const printed = execFileSync(process.execPath, [program, SITE, ...queries], { encoding: 'utf8' })
  const found = JSON.parse(printed) as readonly (readonly string[])[]
  return new Map(
    found.map((addresses, at) => [
      queries[at] ?? '',
      addresses.map((address) => address.split('#')[0] ?? ''),
    ]),
  )
}

describe('The search of the documentation site', () => {
  let found: ReadonlyMap<string, readonly string[]>
  before(() => {
    found = pagesFor([...Object.keys(WORDS), 'message', 'zzzzqqqq'])
  })

  for (const [query, page] of Object.entries(WORDS))
    it(`shows ${page} among the first three for "${query}"`, () => {
      expect(found.get(query)?.slice(0, 3)).to.include(page)
    })

  it('shows each page once, and nothing for words that no page has', () => {
    const pages = found.get('message') ?? []
    expect(pages.length).to.be.greaterThan(5)
    expect(new Set(pages).size).to.equal(pages.length)
    expect(found.get('zzzzqqqq')).to.deep.equal([])
  })
})
