import { SIGN_UP_POLICIES, type SignUpPolicy } from '@postrider/core/identity/domain/people/sign-up'
import { E } from '@postrider/core/fp'
import { isLoopback } from '@postrider/hosting/loopback'
import type { SettingReader } from './setting-sources.js'
import { host, listeningUrl, originUrl, port } from './setting-values.js'

/** Where the sites listen that people sign in to, how browsers reach them (each is an origin of its own), and who may sign up. */
export interface SiteSettings {
  readonly consoleHost: string
  /** 0: any free port. */
  readonly consolePort: number
  /** The console as browsers reach it; undefined: where it listens. */
  readonly consoleUrl: string | undefined
  readonly websiteHost: string
  /** 0: any free port. */
  readonly websitePort: number
  /** The website as browsers reach it; undefined: where it listens. */
  readonly websiteUrl: string | undefined
  /** Who may make an account at the website by themselves. */
  readonly signUp: SignUpPolicy
}

/** The nearest name of a host that listens on all addresses. */
const NEAREST: Readonly<Record<string, string>> = { '0.0.0.0': 'localhost', '::': 'localhost' }

const nearestUrl = (siteHost: string, sitePort: number): string =>
  listeningUrl(NEAREST[siteHost] ?? siteHost, sitePort)

/** The origin at which browsers reach the console. */
export const consoleUrlOf = ({
  consoleUrl,
  consoleHost,
  consolePort,
}: Pick<SiteSettings, 'consoleUrl' | 'consoleHost' | 'consolePort'>): string =>
  consoleUrl ?? nearestUrl(consoleHost, consolePort)

/** The origin at which browsers reach the website. */
export const websiteUrlOf = ({
  websiteUrl,
  websiteHost,
  websitePort,
}: Pick<SiteSettings, 'websiteUrl' | 'websiteHost' | 'websitePort'>): string =>
  websiteUrl ?? nearestUrl(websiteHost, websitePort)

/** Cookies of a site are for one origin alone: over TLS, or on this machine. */
const siteUrl = (text: string): E.Either<string, string> =>
  E.flatMap((origin: string) => {
    const { protocol, hostname } = new URL(origin)
    return protocol === 'https:' || isLoopback(hostname)
      ? E.right(origin)
      : E.left('must be https://, or http:// on this machine alone (localhost, 127.0.0.1, [::1])')
  })(originUrl(text))

const signUpPolicy = (text: string): E.Either<string, SignUpPolicy> => {
  const policy = SIGN_UP_POLICIES.find((one) => one === text)
  return policy === undefined ? E.left(`must be invited or open, not "${text}"`) : E.right(policy)
}

/** Where a site listens and how browsers reach it, which must be known where its host is none of this machine alone. */
const siteSettings = (reader: SettingReader, site: 'CONSOLE' | 'WEBSITE', defaultPort: number) => {
  const name = <K extends string>(kind: K) => `POSTRIDER_${site}_${kind}` as const
  const settings = {
    host: reader.read(name('HOST'), host, '127.0.0.1'),
    port: reader.read(name('PORT'), port, defaultPort),
    url: reader.read<string | undefined>(name('URL'), siteUrl, undefined),
  }
  const isReachable = isLoopback(new URL(nearestUrl(settings.host, settings.port)).hostname)
  if (!reader.given().has(name('URL')) && !isReachable)
    reader.complain(
      name('URL'),
      `is required where ${name('HOST')} is no address of this machine alone: https:// and a host`,
    )
  return settings
}

/** Reads where the sites are, and who may sign up. */
export const readSiteSettings = (reader: SettingReader): SiteSettings => {
  const console = siteSettings(reader, 'CONSOLE', 8081)
  const website = siteSettings(reader, 'WEBSITE', 8082)
  return {
    consoleHost: console.host,
    consolePort: console.port,
    consoleUrl: console.url,
    websiteHost: website.host,
    websitePort: website.port,
    websiteUrl: website.url,
    signUp: reader.read<SignUpPolicy>('POSTRIDER_SIGN_UP', signUpPolicy, 'invited'),
  }
}
