import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { askOnce, networkCode, type ServiceAnswer } from '../access/ask.js'
import { right, type Step, warning, wrong } from './step.js'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const TLS_MS = 10_000
const SOON_DAYS = 14
/** A clock that is off by so much is worth a word: `usage` reads at most five minutes ahead. */
const CLOCK_MS = 5_000

/** What to do about a connection that does not come about, by the code of Node. */
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No host has this name: look at --url.',
  EAI_AGAIN: 'The name could not be looked up: look at this machine’s name server.',
  ECONNREFUSED: 'Nothing listens there: look at --url, or have the service started.',
  ECONNRESET: 'Whoever listens there hangs up: does a proxy stand before it?',
  EHOSTUNREACH: 'No way leads there: look at network and firewall.',
  ETIMEDOUT: 'Nobody answers there: look at network and firewall.',
  UND_ERR_CONNECT_TIMEOUT: 'Nobody answers there: look at network and firewall.',
  CERT_HAS_EXPIRED: 'Have the certificate renewed; or this machine’s clock is wrong.',
  CERT_NOT_YET_VALID: 'This machine’s clock is wrong, or the certificate’s.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Trust it by NODE_EXTRA_CA_CERTS=its-certificate.pem.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Trust its authority by NODE_EXTRA_CA_CERTS=authority.pem.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Trust its authority by NODE_EXTRA_CA_CERTS=authority.pem.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Trust its authority by NODE_EXTRA_CA_CERTS=authority.pem.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name: look at --url.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'What listens there speaks no TLS: look at port and scheme of --url.',
  EPROTO: 'What listens there speaks no TLS: look at port and scheme of --url.',
}

const isOfTls = (code: string): boolean => /CERT|SSL|TLS|EPROTO|VERIFY|ISSUER/.test(code)

const notReached = (baseUrl: string, error: unknown): Step => {
  const code = networkCode((error as Error).cause ?? error) ?? 'no answer'
  const todo = NETWORK[code] ?? 'Look at --url, network and firewall.'
  return wrong(isOfTls(code) ? 'tls' : 'address', `${baseUrl} cannot be reached (${code}).`, todo)
}

const certificateOf = ({ hostname, port }: URL): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    // A certificate is asked for by name; an address is none (RFC 6066).
    const servername = isIP(host) === 0 ? host : ''
    const socket = connect({ host, port: Number(port || 443), servername, timeout: TLS_MS })
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('nobody answers')))
    socket.once('error', reject)
  })

const lookAtTls = async (baseUrl: string): Promise<Step> => {
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:') return right('tls', 'None is needed on this machine.')
  try {
    const { valid_to: until } = await certificateOf(url)
    const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS)
    const says = `The certificate is good for ${days} more days.`
    return days < SOON_DAYS ? warning('tls', says, 'Have it renewed.') : right('tls', says)
  } catch (error) {
    return notReached(baseUrl, error)
  }
}

const lookAtClock = ({ headers }: ServiceAnswer, beganMs: number, endedMs: number): Step => {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return right('clock', 'The service does not say its time.')
  // The date is cut to a second, and is of some moment between question and answer.
  const aheadMs = beganMs - (date + SECOND_MS)
  const behindMs = date - endedMs
  const offMs = Math.max(aheadMs, behindMs)
  if (offMs <= CLOCK_MS) return right('clock', 'This machine’s clock agrees with the service’s.')
  const way = aheadMs > behindMs ? 'ahead of' : 'behind'
  const says = `This machine’s clock is ${Math.round(offMs / SECOND_MS)} s ${way} the service’s.`
  return warning(
    'clock',
    says,
    'Sends do not fail of it, certificates and usage may: have it follow a time service.',
  )
}

/** What the service says of one thing that it stands on. */
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
      `What answers there (status ${status}) is not Postrider.`,
      'Look at --url; does a proxy’s page stand before it?',
    )
  const checks = body['checks'] as readonly Check[]
  if (body['status'] === 'fail') {
    const says = `It is not ready: ${namesOf(checks, 'fail')}.`
    return wrong('service', says, 'Wait, or ask your operator (postrider doctor).')
  }
  const warned = namesOf(checks, 'warn')
  return warned === ''
    ? right('service', 'It is ready.')
    : warning('service', `It takes messages, but: ${warned}.`, 'Messages may be late: ask your operator.')
}

/** Whether the service can be reached, says who it is, is ready, and agrees about the time. */
export const lookAtHost = async (baseUrl: string, signal: AbortSignal): Promise<readonly Step[]> => {
  const beganMs = Date.now()
  try {
    const answer = await askOnce(baseUrl, { method: 'GET', path: '/v1/readiness', signal })
    const endedMs = Date.now()
    return [
      right('address', `${baseUrl} answers.`),
      await lookAtTls(baseUrl),
      lookAtReadiness(answer),
      lookAtClock(answer, beganMs, endedMs),
    ]
  } catch (error) {
    if (signal.aborted) throw error
    return [notReached(baseUrl, error)]
  }
}
