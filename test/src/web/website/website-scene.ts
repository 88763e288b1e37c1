import { passwordDigestOf } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { startPersonSession } from '@postrider/core/identity/domain/people/person-session'
import { emailKeyOf } from '@postrider/core/identity/domain/people/user'
import { expect } from 'chai'
import { join } from 'node:path'
import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { UserId } from '@postrider/core/kernel/ids/id'
import type { Role } from '@postrider/core/identity/domain/people/roles'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { createWebsiteHost, type WebsiteHostNeeds } from '@postrider/website/website-host'
import { repositoryRoot } from '../../architecture/source-files.js'
import { aFirstSetUp } from '../../builders/a-first-set-up.js'
import { anInstallation, BY_OLU, type Installation } from '../../hosts/set-up/an-installation.js'
import { type BrowserPage, openBrowser, type RealBrowser } from '../../servers/browser.js'
import { startFaultProxy } from '../../servers/fault-proxy.js'
import { freePort } from '../../servers/free-port.js'
import { DOCS_URL } from '../docs-url.js'
import { holdReadings } from '../held-readings.js'
import { openSitePage, type SitePage } from '../site-page.js'
import type { SiteScene } from '../site-states.js'

type PageOptions = Parameters<RealBrowser['open']>[0]

/** A person who can sign in. */
export interface KnownPerson {
  readonly userId: UserId
  readonly email: string
  readonly password: string
}

/** The website in a real setup: built pages, socket, SQLite in a temporary directory. */
export interface WebsiteScene extends SiteScene {
  readonly at: Installation
  readonly made: FirstSetUp
  /** The person who set the installation up and owns its organization. */
  readonly owner: KnownPerson
  /** A new recovery code of the owner, who is a super admin and signs in with a second factor. */
  nextCode(): string
  /** A new person, with this role in the installation's organization, or without an organization. */
  person(displayName: string, role?: Role): Promise<KnownPerson>
  /** The cookie of a new session of the person, as name and value. */
  cookieOf(person: KnownPerson): Promise<readonly [name: string, value: string]>
  /** A browser in which the person is signed in, without an open page. */
  browserOf(person: KnownPerson, options?: PageOptions): Promise<WebsiteBrowser>
  /** The website for a person who has signed in with its form. */
  pageOf(person: KnownPerson, path?: string): Promise<SitePage>
  close(): Promise<void>
}

/** A browser at the website. */
export interface WebsiteBrowser extends BrowserPage {
  /** Opens a path, and waits until the page is live. */
  go(path: string): Promise<void>
}

const PASSWORD = 'seven green lanterns at noon'

/** Opens the website of a new installation. */
export const openWebsiteScene = async (
  changes: Partial<WebsiteHostNeeds> = {},
  settings: Readonly<Record<string, string>> = {},
  overrides: Parameters<typeof anInstallation>[1] = {},
): Promise<WebsiteScene> => {
  const at = await anInstallation(settings, overrides)
  const made = await at.setUp()
  const { ports, postrider, log, metrics } = at.composition
  const port = await freePort()
  const line = await startFaultProxy(`http://127.0.0.1:${port}`)
  const address = `http://127.0.0.1:${line.port}`
  const readings = holdReadings(postrider)
  const { runOperation } = readings
  const host = createWebsiteHost({
    ...ports,
    feed: ports.storage.feed,
    postrider: { ...postrider, runOperation },
    websiteUrl: address,
    signUp: 'open',
    log,
    requestMetrics: metrics,
    builtFolder: join(repositoryRoot, 'web/dist/bundles/website'),
    docsUrl: DOCS_URL,
    ...changes,
  })
  await host.listen('127.0.0.1', port)
  const { firstAdmin } = aFirstSetUp()
  const browser = await openBrowser()
  let used = 0
  const nextCode = (): string => made.firstAdmin.recoveryCodes[used++] ?? expect.fail('no code is left')
  // The first admin has a second factor, which isn't the topic of these scenes: the session is stored
  // directly.
  const cookieOf: WebsiteScene['cookieOf'] = async ({ email }) => {
    const { token, verifier } = ports.sessionTokens.create('person')
    await exclusively(ports, async (unit) => {
      const user = (await unit.users.lockByEmail(emailKeyOf(email))) ?? expect.fail('nobody')
      const { userId } = user
      const passwordDigest = passwordDigestOf(ports.digests, user)
      const start = {
        sessionId: ports.ids.next('ses'),
        verifier,
        userId,
        passwordDigest,
        clientAddress: undefined,
      }
      unit.personSessions.add(startPersonSession(start, ports.clock.nowMs()))
    })
    return ['person', token]
  }
  return {
    at,
    made,
    address,
    line,
    readings,
    nextCode,
    owner: {
      userId: made.firstAdmin.userId,
      email: firstAdmin.email,
      password: firstAdmin.password,
    },
    person: async (displayName, role) => {
      const email = `${displayName.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`
      const order = { ...BY_OLU, email, displayName, password: PASSWORD }
      const { userId, createdAtMs } = await right(postrider.createUser(order))
      if (role !== undefined)
        await exclusively(ports, (unit) =>
          unit.members.add({ organizationId: made.organizationId, userId, role, createdAtMs }),
        )
      return { userId, email, password: PASSWORD }
    },
    cookieOf,
    browserOf: async (person, options) => {
      const opened = await browser.open(options)
      const { page } = opened
      const [name, value] = await cookieOf(person)
      await page.context().addCookies([{ name, value, url: address }])
      return {
        ...opened,
        go: async (path) => {
          await page.goto(address + path)
          await page.locator('.live', { hasText: 'Live' }).waitFor()
        },
      }
    },
    pageOf: ({ email, password }, path) => {
      // The owner is a super admin: each recovery code signs in once.
      const code = email === firstAdmin.email ? nextCode() : undefined
      const by = { email, password, ...(code === undefined ? {} : { code }) }
      return openSitePage(browser, { address }, by, path)
    },
    close: async () => {
      await browser.close()
      await line.stop()
      await host.close()
      await at.close()
    },
  }
}
