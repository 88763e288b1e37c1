import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { signatureTrouble } from './check-signature.js'

/** The pair of keys that s3rver knows. */
export const S3_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export const BUCKET = 'attachments'

/** A server that speaks S3. */
export interface StrictS3 {
  readonly port: number
  /** Answers what `reply` says instead, until told otherwise. */
  intervene(reply: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void
  close(): Promise<void>
}

const NOT_FORWARDED = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const checksumTrouble = ({ headers }: IncomingMessage, body: Buffer): string | undefined => {
  const claimed = headers['x-amz-checksum-sha256']
  return claimed === undefined || claimed === createHash('sha256').update(body).digest('base64')
    ? undefined
    : 'BadDigest'
}

/**
 * s3rver takes any signature of version 4 and no checksum to heart; before it stands a door that checks both as S3
 * does, so that what only S3 would refuse is refused here too.
 */
export const startStrictS3 = async (): Promise<StrictS3> => {
  const behind = await freePort()
  const store = new S3rver({
    address: '127.0.0.1',
    port: behind,
    silent: true,
    directory: await freshDirectory('s3'),
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  await store.run()
  let other: Parameters<StrictS3['intervene']>[0]

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const body = await bodyOf(request)
    if (other !== undefined) return other(request, response)
    const trouble =
      signatureTrouble(S3_KEYS.secretAccessKey, method, url, headers) ?? checksumTrouble(request, body)
    if (trouble !== undefined) {
      response.writeHead(trouble === 'BadDigest' ? 400 : 403).end(trouble)
      return
    }
    const said = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name))
    const reply = await fetch(`http://127.0.0.1:${behind}${url}`, {
      method,
      headers: said.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'PUT' ? { body } : {}),
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const heard = [...reply.headers].filter(([name]) => !NOT_FORWARDED.has(name))
    response.writeHead(reply.status, Object.fromEntries(heard)).end(bytes)
  }

  const door = createServer(
    (request, response) => void answer(request, response).catch(() => request.destroy()),
  )
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    door.closeAllConnections()
    await new Promise((resolve) => door.close(resolve))
    await store.close()
  }
  return {
    port: (door.address() as AddressInfo).port,
    intervene: (reply) => {
      other = reply
    },
    close: () => (closed ??= close()),
  }
}
