import { SIGN_UP_POLICIES, type SignUpPolicy } from '@postrider/core/identity/domain/people/sign-up'
import { E } from '@postrider/core/fp'
import { isLoopback } from '@postrider/web-server/hosting/loopback'
import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { host, listeningUrl, originUrl, port } from '../setting-values.js'

/**
 * The listening addresses of the sites that people sign in to, their addresses for browsers (each is an
 * origin of its own), and who may sign up.
 */
export interface SiteSettings {
  readonly consoleHost: string
  /** 0: any free port. */
  readonly consolePort: number
  /** The console's address for browsers; undefined: the listening address. */
  readonly consoleUrl: string | undefined
  readonly websiteHost: string
  /** 0: any free port. */
  readonly websitePort: number
  /** The website's address for browsers; undefined: the listening address. */
  readonly websiteUrl: string | undefined
  /** Whether people can create an account on the website by themselves. */
  readonly signUp: SignUpPolicy
}

/** The nearest name of a host that listens on all addresses. */
const NEAREST: Readonly<Record<string, string>> = { '0.0.0.0': 'localhost', '::': 'localhost' }

const nearestUrl = (siteHost: string, sitePort: number): string =>
  listeningUrl(NEAREST[siteHost] ?? siteHost, sitePort)

/** The console's origin for browsers. */
export const consoleUrlOf = ({
  consoleUrl,
  consoleHost,
  consolePort,
}: Pick<SiteSettings, 'consoleUrl' | 'consoleHost' | 'consolePort'>): string =>
  consoleUrl ?? nearestUrl(consoleHost, consolePort)

/** The website's origin for browsers. */
export const websiteUrlOf = ({
  websiteUrl,
  websiteHost,
  websitePort,
}: Pick<SiteSettings, 'websiteUrl' | 'websiteHost' | 'websitePort'>): string =>
  websiteUrl ?? nearestUrl(websiteHost, websitePort)

/** Cookies of a site are for a single origin: over TLS, or on this machine. */
const siteUrl = (text: string): E.Either<string, string> =>
  E.flatMap((origin: string) => {
    const { protocol, hostname } = new URL(origin)
    return protocol === 'https:' || isLoopback(hostname)
      ? E.right(origin)
      : E.left('must be https://, or http:// only for this machine (localhost, 127.0.0.1, [::1])')
  })(originUrl(text))

const signUpPolicy = (text: string): E.Either<string, SignUpPolicy> => {
  const policy = SIGN_UP_POLICIES.find((one) => one === text)
  return policy === undefined ? E.left(`must be invited or open, not "${text}"`) : E.right(policy)
}

const CONSOLE_PORT = settingWithDefault({
  name: 'POSTRIDER_CONSOLE_PORT',
  parse: port,
  defaultText: '8081',
  compose: false,
})

const CONSOLE = {
  host: settingWithDefault({
    name: 'POSTRIDER_CONSOLE_HOST',
    parse: host,
    defaultText: '127.0.0.1',
    about: `
      The live console of super admins, an origin of its own, which may stay on a private network. Its address must be https://
      if it is reached from another machine; without it the console is only for this machine. Links to enrollments lead there.`,
    row: { meaning: 'the live console of super admins', sharedWith: [CONSOLE_PORT] },
    compose: false,
  }),
  port: CONSOLE_PORT,
  url: optionalSetting({
    name: 'POSTRIDER_CONSOLE_URL',
    parse: siteUrl,
    examples: ['https://console.example.com'],
    row: {
      shownDefault: 'where the console listens',
      meaning: 'its origin, `https://…` if it is reached from another machine',
    },
    compose: {
      value: '${POSTRIDER_CONSOLE_URL:-http://localhost:8081}',
      note: 'The address at which browsers open the console. Use https:// unless they are on this machine.',
    },
  }),
}

const WEBSITE_PORT = settingWithDefault({
  name: 'POSTRIDER_WEBSITE_PORT',
  parse: port,
  defaultText: '8082',
  compose: false,
})

const WEBSITE = {
  host: settingWithDefault({
    name: 'POSTRIDER_WEBSITE_HOST',
    parse: host,
    defaultText: '127.0.0.1',
    about: `
      Where the website of customers listens, and its address in a browser: https:// if that is another machine. Links in emails
      lead there: invitations, new passwords, new accounts.`,
    row: { meaning: 'the website of customers', sharedWith: [WEBSITE_PORT] },
    compose: false,
  }),
  port: WEBSITE_PORT,
  url: optionalSetting({
    name: 'POSTRIDER_WEBSITE_URL',
    parse: siteUrl,
    examples: ['https://app.example.com'],
    row: {
      shownDefault: 'where the website listens',
      meaning: 'its origin, `https://…` if it is reached from another machine',
    },
    compose: {
      value: '${POSTRIDER_WEBSITE_URL:-http://localhost:8082}',
      note: 'The same for the website. Links in emails use this address.',
    },
  }),
}

const SIGN_UP = settingWithDefault({
  name: 'POSTRIDER_SIGN_UP',
  parse: signUpPolicy,
  defaultText: 'invited',
  summary: '`open` lets anyone with an email address sign up at the website',
})

/** The declarations, in the order of the documents. */
export const SITE_SETTINGS: readonly SettingGroup[] = [
  [CONSOLE.host, CONSOLE.port, CONSOLE.url],
  [WEBSITE.host, WEBSITE.port, WEBSITE.url],
  [SIGN_UP],
]

/**
 * Reads a site's listening address and its address for browsers, which is required unless its host is an
 * address of this machine only.
 */
const siteSettings = ({ read, given, complain }: SettingReader, site: typeof CONSOLE) => {
  const settings = { host: read(site.host), port: read(site.port), url: read(site.url) }
  const isReachable = isLoopback(new URL(nearestUrl(settings.host, settings.port)).hostname)
  if (!given().has(site.url.name) && !isReachable)
    complain(
      site.url.name,
      `is required because ${site.host.name} can be reached from other machines. Set it to https:// and a host`,
    )
  return settings
}

/** Reads the addresses of the sites, and who may sign up. */
export const readSiteSettings = (reader: SettingReader): SiteSettings => {
  const console = siteSettings(reader, CONSOLE)
  const website = siteSettings(reader, WEBSITE)
  return {
    consoleHost: console.host,
    consolePort: console.port,
    consoleUrl: console.url,
    websiteHost: website.host,
    websitePort: website.port,
    websiteUrl: website.url,
    signUp: reader.read(SIGN_UP),
  }
}
