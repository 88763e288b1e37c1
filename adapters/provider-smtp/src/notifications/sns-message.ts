import { verify, X509Certificate } from 'node:crypto'
import { jsonIn, valueAt } from '@postrider/http-calls/json-value'

/** A message from Amazon SNS: a notification of a topic, or a request to confirm a subscription. */
export interface SnsMessage {
  readonly type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  readonly topicArn: string
  readonly message: string
  /** The address that confirms the subscription. */
  readonly subscribeUrl: string | undefined
  readonly certificateUrl: string
  readonly algorithm: 'sha1' | 'sha256'
  readonly signature: string
  /** The signed text: these fields in this order, each with its name, its value and line breaks. */
  readonly signed: string
}

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

const ALGORITHMS: Readonly<Record<string, SnsMessage['algorithm']>> = { 1: 'sha1', 2: 'sha256' }

const isType = (text: string): text is SnsMessage['type'] => Object.hasOwn(SIGNED, text)

/** Parses a body; undefined if it isn't an SNS message. */
export const readSnsMessage = (body: Uint8Array): SnsMessage | undefined => {
  const read = jsonIn(body)
  const fieldOf = (name: string): string | undefined => {
    const value = valueAt(read, name)
    return typeof value === 'string' ? value : undefined
  }
  const [type = '', version = ''] = [fieldOf('Type'), fieldOf('SignatureVersion')]
  const algorithm = Object.hasOwn(ALGORITHMS, version) ? ALGORITHMS[version] : undefined
  if (!isType(type) || algorithm === undefined) return undefined
  const signed = SIGNED[type].map((name) => [name, fieldOf(name)] as const)
  // The subject of a notification is optional.
  const lines = signed.filter(([name, value]) => name !== 'Subject' || value !== undefined)
  const [topicArn, message] = [fieldOf('TopicArn'), fieldOf('Message')]
  const [certificateUrl, signature] = [fieldOf('SigningCertURL'), fieldOf('Signature')]
  if (lines.some(([, value]) => value === undefined)) return undefined
  if (topicArn === undefined || message === undefined) return undefined
  if (certificateUrl === undefined || signature === undefined) return undefined
  const text = lines.map(([name, value = '']) => `${name}\n${value}\n`).join('')
  const subscribeUrl = fieldOf('SubscribeURL')
  return { type, topicArn, message, subscribeUrl, certificateUrl, algorithm, signature, signed: text }
}

/**
 * The address if it belongs to Amazon SNS in the region of the topic, over https; no other address is
 * requested.
 */
export const addressAtSns = (text: string | undefined, topicArn: string): URL | undefined => {
  const [, partition = '', , region = ''] = topicArn.split(':')
  const host = `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const isTheirs =
    url?.protocol === 'https:' && url.host === host && url.username === '' && url.password === ''
  return isTheirs ? url : undefined
}

/**
 * Whether the message was signed with the certificate's key while that was valid; false for an invalid
 * certificate.
 */
export const isSignedBy = (
  certificate: string,
  { algorithm, signature, signed }: SnsMessage,
  nowMs: number,
): boolean => {
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(certificate)
    if (nowMs < Date.parse(validFrom) || nowMs > Date.parse(validTo)) return false
    return verify(algorithm, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
