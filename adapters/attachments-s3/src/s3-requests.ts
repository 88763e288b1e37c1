import { AwsV4Signer } from 'aws4fetch'
import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { AttachmentKey } from '@postrider/core/support/ports/attachments'
import { bucketOriginOf, type S3Address } from './s3-address.js'

/** The maximum lifetime of a signature in S3. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60

/** `20260115T120000Z`, the format of a time in Signature Version 4. */
const stampOf = (atMs: EpochMs): string => new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')

/** Creates requests for objects of one bucket, for clients to send later or to send now. */
export interface S3Requests {
  /** An address that is valid until exactly this time. */
  presign(
    method: 'PUT' | 'GET',
    file: AttachmentKey,
    untilMs: EpochMs,
    parts: {
      readonly headers?: Readonly<Record<string, string>>
      readonly query?: Readonly<Record<string, string>>
    },
  ): Promise<string>
  /**
   * Sends the request from this process; rejects if the server is unreachable, redirects, or doesn't complete
   * its response in time.
   */
  ask(method: 'GET' | 'DELETE', file: AttachmentKey, timeoutMs: number): Promise<Response>
}

/** An object's name consists only of ids, after the prefix. */
const objectUrl = (address: S3Address, { organizationId, attachmentId }: AttachmentKey): URL => {
  const { bucket, prefix, isPathStyle } = address
  const name = `${prefix}${organizationId}/${attachmentId}`
  return new URL(`${bucketOriginOf(address)}/${isPathStyle ? `${bucket}/` : ''}${name}`)
}

export const s3Requests = (address: S3Address, nowMs: () => EpochMs): S3Requests => {
  const { accessKeyId, secretAccessKey, region } = address
  // The signer caches the key of a day here.
  const shared = {
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    cache: new Map<string, ArrayBuffer>(),
  }
  return {
    presign: async (method, file, untilMs, { headers = {}, query = {} }) => {
      const url = objectUrl(address, file)
      // Also for an expired address: it was valid once, and isn't now.
      const fromMs = Math.floor(Math.min(nowMs(), untilMs - SECOND_MS) / SECOND_MS) * SECOND_MS
      const seconds = Math.min(Math.floor((untilMs - fromMs) / SECOND_MS), LONGEST_SECONDS)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const signed = await new AwsV4Signer({
        ...shared,
        method,
        url: url.href,
        headers,
        datetime: stampOf(fromMs),
        signQuery: true,
        allHeaders: true,
      }).sign()
      // Not every server reads a plus as a space; a literal plus is encoded.
      return signed.url.href.replaceAll('+', '%20')
    },
    ask: async (method, file, timeoutMs) => {
      const signer = new AwsV4Signer({
        ...shared,
        method,
        url: objectUrl(address, file).href,
        datetime: stampOf(nowMs()),
      })
      const { url, headers } = await signer.sign()
      return fetch(url, { method, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    },
  }
}
