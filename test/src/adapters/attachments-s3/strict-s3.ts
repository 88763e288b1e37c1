import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureProblem } from './check-signature.js'

/** The pair of keys that the server knows. */
const S3_KEYS = { accessKeyId: 'S3-TEST', secretAccessKey: 'S3-SECRET' }

/** The server's only bucket. */
const BUCKET = 'attachments'

/** A server with the parts of S3 that attachments need: put, get and delete an object. */
export interface StrictS3 {
  readonly port: number
  /** The address of a bucket of the server, for settings. */
  address(parts?: { readonly bucket?: string; readonly secret?: string; readonly more?: string }): string
  /** Responds with `reply` instead, until the test changes it. */
  intervene(reply: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void
  close(): Promise<void>
}

interface StoredObject {
  readonly bytes: Buffer
  readonly contentType: string
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const error = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
})

const digestOf = (body: Buffer) => createHash('sha256').update(body)

/** Returns the first false statement of the request about its body. */
const bodyProblem = ({ headers }: IncomingMessage, body: Buffer): Reply | undefined => {
  const checksum = headers['x-amz-checksum-sha256']
  if (checksum !== undefined && checksum !== digestOf(body).digest('base64')) return error(400, 'BadDigest')
  const payload = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  return payload === 'UNSIGNED-PAYLOAD' || payload === digestOf(body).digest('hex')
    ? undefined
    : error(400, 'XAmzContentSHA256Mismatch')
}

/** Sends the object with the headers that the signed address names. */
const give = ({ bytes, contentType }: StoredObject, query: URLSearchParams): Reply => {
  const requestedHeaders = [...query].flatMap(([name, value]) => {
    const header = /^response-([a-z-]+)$/.exec(name)?.[1]
    return header === undefined ? [] : [[header, value] as const]
  })
  const length = String(bytes.length)
  const headers = {
    'content-type': contentType,
    'content-length': length,
    ...Object.fromEntries(requestedHeaders),
  }
  return { status: 200, headers, body: bytes }
}

const objectStore = () => {
  const objects = new Map<string, StoredObject>()
  return ({ method, url = '', headers }: IncomingMessage, body: Buffer): Reply => {
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [, bucket, ...name] = pathname.split('/')
    if (bucket !== BUCKET) return error(404, 'NoSuchBucket')
    const key = name.join('/')
    const found = objects.get(key)
    switch (method) {
      case 'PUT':
        objects.set(key, { bytes: body, contentType: headers['content-type'] ?? 'binary/octet-stream' })
        return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
      case 'GET':
        return found === undefined ? error(404, 'NoSuchKey') : give(found, searchParams)
      case 'DELETE':
        objects.delete(key)
        return { status: 204 }
      default:
        return error(405, 'MethodNotAllowed')
    }
  }
}

/**
 * Starts a server with an empty bucket in memory. It refuses what S3 refuses, mainly wrong signatures, times
 * and digests.
 */
export const startStrictS3 = async (): Promise<StrictS3> => {
  const store = objectStore()
  let other: Parameters<StrictS3['intervene']>[0]

  const judge = (request: IncomingMessage, body: Buffer): Reply => {
    const { method = '', url = '', headers } = request
    const problem = signatureProblem(S3_KEYS, method, url, headers)
    return problem === undefined ? (bodyProblem(request, body) ?? store(request, body)) : error(403, problem)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    if (other !== undefined) return other(request, response)
    const reply = judge(request, body)
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  const server = createServer(
    (request, response) => void answer(request, response).catch(() => request.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return {
    port,
    address: ({ bucket = BUCKET, secret = S3_KEYS.secretAccessKey, more = '' } = {}) =>
      `s3://${S3_KEYS.accessKeyId}:${secret}@127.0.0.1:${port}/${bucket}?tls=false${more}`,
    intervene: (reply) => {
      other = reply
    },
    close: () => (closed ??= close()),
  }
}
