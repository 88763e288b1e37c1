import { optionalSetting, type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { host, originUrl, port } from '../setting-values.js'

/** The listening addresses of processes, except the sites. */
export interface ListeningSettings {
  /** The API's address for clients, `https://api.example.com`; undefined: the listening address. */
  readonly publicUrl: string | undefined
  readonly httpHost: string
  /** 0: any free port. */
  readonly httpPort: number
  readonly metricsHost: string
  /** 0: any free port. */
  readonly metricsPort: number
  readonly bounceHost: string
  /** The port on which dispatchers listen for returned emails, 0: any free port; undefined: none. */
  readonly bouncePort: number | undefined
}

const PUBLIC_URL = optionalSetting({
  name: 'POSTRIDER_PUBLIC_URL',
  parse: originUrl,
  about: `
    The address at which clients reach the API. Uploads, downloads, delivery reports and unsubscribe links use it
    too. Default: the listen address.`,
  examples: ['https://api.example.com'],
  row: { shownDefault: 'where the API listens', meaning: 'the address that clients use for the API' },
  compose: { value: '${POSTRIDER_PUBLIC_URL:-http://localhost:8080}', note: 'Signed URLs use this address.' },
})

const HTTP_PORT = settingWithDefault({
  name: 'POSTRIDER_HTTP_PORT',
  parse: port,
  defaultText: '8080',
  compose: false,
})

const HTTP_HOST = settingWithDefault({
  name: 'POSTRIDER_HTTP_HOST',
  parse: host,
  defaultText: '127.0.0.1',
  about:
    'The API; and, of every process, metrics for Prometheus (/metrics) and health (/readiness). Port 0 takes any free one.',
  row: { meaning: 'the API', sharedWith: [HTTP_PORT] },
  compose: false,
})

const METRICS_HOST = settingWithDefault({
  name: 'POSTRIDER_METRICS_HOST',
  parse: host,
  defaultText: '127.0.0.1',
  compose: false,
})

const METRICS_PORT = settingWithDefault({
  name: 'POSTRIDER_METRICS_PORT',
  parse: port,
  defaultText: '9090',
  row: { meaning: '`/metrics` for Prometheus, and `/readiness`, of every process' },
  compose: false,
})

const BOUNCE_PORT = optionalSetting({
  name: 'POSTRIDER_BOUNCE_PORT',
  parse: port,
  examples: ['2525'],
  compose: {
    note: 'The port at which dispatchers receive bounce emails, in this network. A mail server in it forwards them (docs/deploying.md).',
  },
})

const BOUNCE_HOST = settingWithDefault({
  name: 'POSTRIDER_BOUNCE_HOST',
  parse: host,
  defaultText: '127.0.0.1',
  about: `
    Where dispatchers receive bounce emails (docs/provider-smtp.md, Bounces). The mail server of the accounts' bounceDomain
    forwards them to this port, without TLS and without a login. Default: no port.`,
  row: { meaning: 'where dispatchers receive bounce emails', sharedWith: [BOUNCE_PORT] },
  compose: false,
})

/** The declarations, in the order of the documents. */
export const LISTENING_SETTINGS: readonly SettingGroup[] = [
  [PUBLIC_URL],
  [HTTP_HOST, HTTP_PORT, METRICS_HOST, METRICS_PORT],
  [BOUNCE_HOST, BOUNCE_PORT],
]

/** Reads the listening addresses of the API, the metrics and the port for returned emails. */
export const readListeningSettings = ({ read }: SettingReader): ListeningSettings => ({
  publicUrl: read(PUBLIC_URL),
  httpHost: read(HTTP_HOST),
  httpPort: read(HTTP_PORT),
  metricsHost: read(METRICS_HOST),
  metricsPort: read(METRICS_PORT),
  bounceHost: read(BOUNCE_HOST),
  bouncePort: read(BOUNCE_PORT),
})
