import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { askOnce, networkCode, type ServiceAnswer } from '../access/ask.js'
import { right, type Step, warning, wrong } from './step.js'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const TLS_MS = 10_000
const SOON_DAYS = 14
/** The clock difference that is reported: `usage` reads at most five minutes ahead. */
const CLOCK_MS = 5_000

/** What to do about a failed connection, by Node's error code. */
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Unknown host name. Check --url.',
  EAI_AGAIN: 'DNS lookup failed. Check this machine’s DNS settings.',
  ECONNREFUSED: 'Connection refused. Check --url, or ask support whether the service runs.',
  ECONNRESET: 'Connection reset. Check for a proxy or load balancer in front of the service.',
  EHOSTUNREACH: 'Host unreachable. Check the network and the firewall.',
  ETIMEDOUT: 'Connection timed out. Check the network and the firewall.',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out. Check the network and the firewall.',
  CERT_HAS_EXPIRED: 'The certificate has expired. Ask support to renew it, or check this machine’s clock.',
  CERT_NOT_YET_VALID: 'The certificate isn’t valid yet. Check this machine’s clock.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'To trust the certificate, set NODE_EXTRA_CA_CERTS=its-certificate.pem.',
  SELF_SIGNED_CERT_IN_CHAIN: 'To trust its certificate authority, set NODE_EXTRA_CA_CERTS=authority.pem.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'To trust its certificate authority, set NODE_EXTRA_CA_CERTS=authority.pem.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'To trust its certificate authority, set NODE_EXTRA_CA_CERTS=authority.pem.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name. Check --url.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server doesn’t use TLS. Check the port and the scheme of --url.',
  EPROTO: 'The server doesn’t use TLS. Check the port and the scheme of --url.',
}

const isOfTls = (code: string): boolean => /CERT|SSL|TLS|EPROTO|VERIFY|ISSUER/.test(code)

const notReached = (baseUrl: string, error: unknown): Step => {
  const code = networkCode((error as Error).cause ?? error) ?? 'no response'
  const todo = NETWORK[code] ?? 'Check --url, the network and the firewall.'
  return wrong(isOfTls(code) ? 'tls' : 'address', `Cannot reach ${baseUrl} (${code}).`, todo)
}

const certificateOf = ({ hostname, port }: URL): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    // The server name of TLS must be a name, not an IP address (RFC 6066).
    const servername = isIP(host) === 0 ? host : ''
    const socket = connect({ host, port: Number(port || 443), servername, timeout: TLS_MS })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('connection timed out')))
    socket.once('error', reject)
  })

const lookAtTls = async (baseUrl: string): Promise<Step> => {
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:') return right('tls', 'Not needed on this machine.')
  try {
    const { valid_to: until } = await certificateOf(url)
    const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS)
    const says = `The certificate is valid for another ${days} days.`
    return days < SOON_DAYS ? warning('tls', says, 'Ask support to renew it.') : right('tls', says)
  } catch (error) {
    return notReached(baseUrl, error)
  }
}

const lookAtClock = ({ headers }: ServiceAnswer, beganMs: number, endedMs: number): Step => {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return right('clock', 'The service doesn’t send its time.')
  // The date is truncated to a second, and is from some moment between request and response.
  const aheadMs = beganMs - (date + SECOND_MS)
  const behindMs = date - endedMs
  const offMs = Math.max(aheadMs, behindMs)
  if (offMs <= CLOCK_MS) return right('clock', 'This machine’s clock matches the service’s.')
  const way = aheadMs > behindMs ? 'ahead of' : 'behind'
  const says = `This machine’s clock is ${Math.round(offMs / SECOND_MS)} s ${way} the service’s.`
  return warning(
    'clock',
    says,
    'Sends still work, but certificates and usage can fail. Synchronize the clock, for example with NTP.',
  )
}

/** A readiness check of the service. */
interface Check {
  readonly name: string
  readonly status: string
}

const namesOf = (checks: readonly Check[], status: string): string =>
  checks
    .filter((check) => check.status === status)
    .map(({ name }) => name)
    .join(', ')

const lookAtReadiness = ({ status, body }: ServiceAnswer): Step => {
  if (!Array.isArray(body?.['checks']))
    return wrong(
      'service',
      `The response (status ${status}) isn’t from Postrider.`,
      'Check --url, and check for a proxy in front of the service.',
    )
  const checks = body['checks'] as readonly Check[]
  if (body['status'] === 'fail') {
    const says = `The service isn’t ready: ${namesOf(checks, 'fail')}.`
    return wrong('service', says, 'Wait, or ask support.')
  }
  const warned = namesOf(checks, 'warn')
  return warned === ''
    ? right('service', 'The service is ready.')
    : warning(
        'service',
        `The service accepts messages, with warnings: ${warned}.`,
        'Messages may be delayed. Ask support.',
      )
}

/** Whether the service can be reached, identifies itself, is ready, and has the same time. */
export const lookAtHost = async (baseUrl: string, signal: AbortSignal): Promise<readonly Step[]> => {
  const beganMs = Date.now()
  try {
    const answer = await askOnce(baseUrl, { method: 'GET', path: '/v1/readiness', signal })
    const endedMs = Date.now()
    return [
      right('address', `${baseUrl} responds.`),
      await lookAtTls(baseUrl),
      lookAtReadiness(answer),
      lookAtClock(answer, beganMs, endedMs),
    ]
  } catch (error) {
    if (signal.aborted) throw error
    return [notReached(baseUrl, error)]
  }
}
