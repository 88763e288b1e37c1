import { createPrivateKey } from 'node:crypto'
import DKIM from 'nodemailer/lib/dkim'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'

/** A key that signs emails, and the selector under which its public part is published. */
export interface DkimKey {
  readonly selector: string
  readonly privateKey: string
}

/** How an account signs its emails. */
export interface DkimSettings {
  /** The signing domain; undefined: the domain of `From`. */
  readonly domain: string | undefined
  /** One key, or two while keys are being rotated: the email then has a signature of each. */
  readonly keys: readonly [DkimKey, ...DkimKey[]]
}

interface GivenSettings {
  readonly dkimDomain?: string | undefined
  readonly dkimSelector?: string | undefined
  readonly dkimSelectorNext?: string | undefined
}

interface GivenSecrets {
  readonly dkimKey?: string | undefined
  readonly dkimKeyNext?: string | undefined
}

const FEWEST_BITS = 1_024

/** Shorter RSA keys and other kinds aren't verified by receivers (RFC 8301); nodemailer signs with RSA. */
const checkKey = (name: string, pem: string): void => {
  let key
  try {
    key = createPrivateKey(pem)
  } catch {
    throw wrongAccount(`${name} is not a private key in PEM format`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw wrongAccount(`${name} is not an RSA key`)
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < FEWEST_BITS)
    throw wrongAccount(`${name} has fewer than ${FEWEST_BITS} bits`)
}

const pairOf = (
  [selectorName, keyName]: readonly [string, string],
  selector: string | undefined,
  privateKey: string | undefined,
): readonly DkimKey[] => {
  if (selector === undefined && privateKey === undefined) return []
  if (selector === undefined || privateKey === undefined)
    throw wrongAccount(`${selectorName} and ${keyName} must be set together`)
  checkKey(keyName, privateKey)
  return [{ selector, privateKey }]
}

/** The DKIM settings of an account, undefined if it doesn't sign; throws a sentence about a wrong one. */
export const dkimSettingsOf = (
  { dkimDomain, dkimSelector, dkimSelectorNext }: GivenSettings,
  { dkimKey, dkimKeyNext }: GivenSecrets,
): DkimSettings | undefined => {
  const [first] = pairOf(['dkimSelector', 'dkimKey'], dkimSelector, dkimKey)
  const next = pairOf(['dkimSelectorNext', 'dkimKeyNext'], dkimSelectorNext, dkimKeyNext)
  if (first === undefined) {
    if (next.length > 0) throw wrongAccount('dkimKeyNext needs dkimKey')
    if (dkimDomain !== undefined) throw wrongAccount('dkimDomain needs dkimSelector and dkimKey')
    return undefined
  }
  if (first.selector === next[0]?.selector) throw wrongAccount('dkimSelectorNext is the same as dkimSelector')
  return { domain: dkimDomain?.toLowerCase(), keys: [first, ...next] }
}

/** RFC 8058 requires a signature over both headers of unsubscribe links; nodemailer's own list has only one. */
const SIGNED_HEADERS = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

/** The email with one signature for each key (RFC 6376). `fromDomain` is the domain of its `From`. */
export const signedMail = async (
  bytes: Buffer,
  { domain = '', keys }: DkimSettings,
  fromDomain: string,
): Promise<Buffer> => {
  const domainName = domain === '' ? fromDomain : domain
  const signer = new DKIM({
    headerFieldNames: SIGNED_HEADERS,
    keys: keys.map(({ selector, privateKey }) => ({ domainName, keySelector: selector, privateKey })),
  })
  const parts: Buffer[] = []
  for await (const part of signer.sign(bytes)) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
