import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The data about its signature in a request, in its query or its header. */
interface Claim {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payload: string
  readonly expiresSeconds: number
}

const claimOf = (query: URLSearchParams, headers: IncomingHttpHeaders): Claim => {
  if (query.has('X-Amz-Signature'))
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: 'UNSIGNED-PAYLOAD',
      expiresSeconds: Number(query.get('X-Amz-Expires')),
    }
  const part = (name: string): string =>
    new RegExp(`${name}=([^, ]+)`).exec(headers.authorization ?? '')?.[1] ?? ''
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders'),
    signature: part('Signature'),
    date: String(headers['x-amz-date']),
    payload: String(headers['x-amz-content-sha256']),
    expiresSeconds: 900,
  }
}

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** A pair of keys that requests are signed with. */
interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * Checks the Signature Version 4 of AWS of a request. It is written from its description and not from the
 * library that the adapter signs with. Returns undefined for a valid signature, otherwise S3's error code.
 */
export const signatureProblem = (
  { accessKeyId, secretAccessKey }: S3Keys,
  method: string,
  target: string,
  headers: IncomingHttpHeaders,
): string | undefined => {
  const [path = '', search = ''] = target.split('?')
  const query = new URLSearchParams(search.replaceAll('+', '%2B'))
  const { credential, signedHeaders, signature, date, payload, expiresSeconds } = claimOf(query, headers)
  query.delete('X-Amz-Signature')
  const names = signedHeaders.split(';')
  const unsigned = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !names.includes(name))
  if (unsigned !== undefined || !names.includes('host')) return 'AccessDenied: a header is not signed'
  const canonical = [
    method,
    path,
    [...query]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const [who, day = '', region = '', service = '', end = ''] = credential.split('/')
  const key = [day, region, service, end].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  if (who !== accessKeyId) return 'InvalidAccessKeyId'
  const scope = [day, region, service, end].join('/')
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
  const given = Buffer.from(signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'SignatureDoesNotMatch'
  const lateMs = Date.now() - timeOf(date)
  return lateMs > -900_000 && lateMs < expiresSeconds * 1000 ? undefined : 'AccessDenied: expired'
}
