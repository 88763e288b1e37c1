import { closed } from '@postrider/core/kernel/codecs/shape'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { text } from '@postrider/core/kernel/codecs/text'
import { isLoopbackHost } from '@postrider/core/identity/domain/mail/is-loopback-host'
import { caPemSetting, hostSetting, portSetting } from '@postrider/core/tenancy/domain/setting-codecs'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'
import { readSettings, type SettingsForm } from '@postrider/core/tenancy/domain/settings-form'
import type { AccountForm } from '@postrider/core/providers/ports/provider'
import { type DkimSettings, dkimSettingsOf } from './dkim-keys.js'
import { greetingName } from './greeting-name.js'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'

const TLS_MODES = ['none', 'starttls', 'implicit'] as const

/** `starttls` is required, never optional: without it nothing is sent to the server. */
export type TlsMode = (typeof TLS_MODES)[number]

/** An account at a mail server, parsed and checked. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsMode
  /** This host's name in the greeting. */
  readonly name: string
  readonly maxConnections: number
  /** The domain whose emails reach Postrider; undefined: bounces go to the sender. */
  readonly bounceDomain: string | undefined
  /** The topic at Amazon SNS to which SES publishes events of emails; undefined: none. */
  readonly topicArn: string | undefined
  /** Certificate authorities to trust instead of the usual ones. */
  readonly caPem: string | undefined
  readonly login: { readonly user: string; readonly password: string } | undefined
  /** How emails are signed; undefined: they aren't. */
  readonly dkim: DkimSettings | undefined
}

/** Changing one of these without knowing the password could send it to a foreign server. */
const ROUTE_SETTINGS = new Set(['host', 'port', 'tls', 'caPem'])
const MOST_CONNECTIONS = 100

/** Names of letters, digits and hyphens, short enough in total for an address of the domain. */
const DOMAIN = /^(?=.{4,180}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** One or more labels below `_domainkey`. */
const SELECTOR = /^(?=.{1,63}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i

const pemSecret = (description: string) =>
  text({ minLength: 1, maxLength: 8_192, anyCharacter: true, description })

/** The settings of an account at a mail server. */
export const SMTP_FORM = {
  title: 'SMTP',
  settings: closed(
    {
      host: hostSetting('Host name or IP address of the mail server.', 'smtp.example.com'),
      port: portSetting(587),
      tls: literalUnion(TLS_MODES, {
        description:
          '`starttls` fails if the server has no TLS. `none` allows a login only on the same machine.',
      }),
    },
    {
      name: hostSetting(
        "Host name for EHLO. Default: the machine's full name, or `bounceDomain` if it has none.",
        'postrider.example.com',
      ),
      maxConnections: integer({
        min: 1,
        max: MOST_CONNECTIONS,
        description: 'Maximum connections per process. Default: `maxConcurrent`.',
      }),
      caPem: caPemSetting,
      bounceDomain: text({
        pattern: DOMAIN,
        description: 'Domain for bounces, whose email reaches Postrider. Default: bounces go to the sender.',
        example: 'bounces.example.com',
      }),
      dkimDomain: text({
        pattern: DOMAIN,
        description: 'Domain that signs emails with DKIM. Default: the domain of `From`.',
        example: 'example.com',
      }),
      dkimSelector: text({
        pattern: SELECTOR,
        description: 'DKIM selector of `dkimKey`. Set both to sign emails.',
        example: 'postrider1',
      }),
      dkimSelectorNext: text({
        pattern: SELECTOR,
        description: 'DKIM selector of `dkimKeyNext`, while keys are being rotated.',
        example: 'postrider2',
      }),
      topicArn: text({
        pattern: /^arn:aws(-cn|-us-gov)?:sns:[a-z0-9-]{3,40}:[0-9]{12}:[A-Za-z0-9_-]{1,256}$/,
        description: 'ARN of the Amazon SNS topic with the reports of Amazon SES.',
        example: 'arn:aws:sns:eu-west-1:123456789012:postrider',
      }),
    },
  ),
  secrets: closed(
    {},
    {
      user: text({ description: 'User name of the login. Set it together with `password`.' }),
      password: text({
        anyCharacter: true,
        description: 'Password of the login. Set it together with `user`.',
      }),
      dkimKey: pemSecret('RSA private key that signs emails with DKIM, as PEM.'),
      dkimKeyNext: pemSecret('Second RSA private key, which also signs while keys are being rotated.'),
    },
  ),
} as const satisfies SettingsForm

type Login = Readonly<Partial<NonNullable<SmtpSettings['login']>>>

const loginOf = ({ user, password }: Login): SmtpSettings['login'] => {
  if (user === undefined && password === undefined) return undefined
  if (user !== undefined && user !== '' && password !== undefined && password !== '')
    return { user, password }
  throw wrongAccount('set both secrets user and password, or neither')
}

/** Whether a setting decides where the login is sent, or who can read it on the way. */
export const isRouteSetting = (name: string): boolean => ROUTE_SETTINGS.has(name)

/** An unencrypted password can be read by anyone on the way. */
const refuseClearLogin = ({ host, tls, login }: Pick<SmtpSettings, 'host' | 'tls' | 'login'>): void => {
  if (login !== undefined && tls === 'none' && !isLoopbackHost(host))
    throw wrongAccount('a login requires tls=starttls or tls=implicit, except on this machine')
}

/**
 * Parses an account's settings and secrets; throws a sentence that names the problem, without the secrets.
 */
export const readSmtpSettings = (
  { settings: given, maxConcurrent }: AccountForm,
  secrets: Readonly<Record<string, string>>,
  networks: ProviderNetworks,
): SmtpSettings => {
  const { settings, secrets: own } = readSettings(SMTP_FORM, { settings: given, secrets })
  const login = loginOf(own)
  refuseClearLogin({ ...settings, login })
  const problem = networks.problemOf(settings.host, 'public')
  if (problem !== undefined) throw wrongAccount(`host ${problem}`)
  const usual = Math.min(Math.max(maxConcurrent, 1), MOST_CONNECTIONS)
  const { host, port, tls, caPem, topicArn, maxConnections = usual } = settings
  const bounceDomain = settings.bounceDomain?.toLowerCase()
  const name = settings.name ?? greetingName(bounceDomain)
  const dkim = dkimSettingsOf(settings, own)
  return { host, port, tls, name, caPem, maxConnections, bounceDomain, topicArn, login, dkim }
}
