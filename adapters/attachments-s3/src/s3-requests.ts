import { AwsV4Signer } from 'aws4fetch'
import { type EpochMs, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { AttachmentKey } from '@postrider/core/support/ports/attachments'
import { bucketOriginOf, type S3Address } from './s3-address.js'

/** The longest life of a signature that S3 takes. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60

/** `20260115T120000Z`, as Signature Version 4 writes a second. */
const stampOf = (atMs: EpochMs): string => new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')

/** Makes requests on objects of one bucket: for others to make later, or for now. */
export interface S3Requests {
  /** An address that is good until that time, and no second longer. */
  presign(
    method: 'PUT' | 'GET',
    file: AttachmentKey,
    untilMs: EpochMs,
    parts: {
      readonly headers?: Readonly<Record<string, string>>
      readonly query?: Readonly<Record<string, string>>
    },
  ): Promise<string>
  /** Asks the server itself; rejects where it is not reached, redirects, or has not said everything in time. */
  ask(method: 'GET' | 'DELETE', file: AttachmentKey, timeoutMs: number): Promise<Response>
}

/** Ids alone make up an object's name, below the prefix. */
const objectUrl = (address: S3Address, { organizationId, attachmentId }: AttachmentKey): URL => {
  const { bucket, prefix, isPathStyle } = address
  const name = `${prefix}${organizationId}/${attachmentId}`
  return new URL(`${bucketOriginOf(address)}/${isPathStyle ? `${bucket}/` : ''}${name}`)
}

export const s3Requests = (address: S3Address, nowMs: () => EpochMs): S3Requests => {
  const { accessKeyId, secretAccessKey, region } = address
  // The signer keeps the key of a day here.
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
      // Also where the time is over: an address that was good, not one that is.
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
      // A form's plus is no space to every server; a plus that is meant stands there encoded.
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
