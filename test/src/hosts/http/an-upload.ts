import { connect, type Socket } from 'node:net'
import type { SignedRequest } from '@postrider/core/support/ports/attachments'
import { aStoredFile } from '@postrider/conformance/builders/a-stored-file'
import type { HttpFixture } from './http-fixture.js'

/** An expiry time for an address. */
export const soonMs = (): number => Date.now() + 60_000

/** The request target of an address. */
export const targetOf = ({ url }: SignedRequest): string => url.slice(new URL(url).origin.length)

/** The head of a raw request. */
export const headOf = (first: string, headers: Readonly<Record<string, string>>): string =>
  [`${first} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  )

/** Starts a raw upload and sends half of it. */
export const halfAnUpload = async (
  { attachments, port }: Pick<HttpFixture, 'attachments' | 'port'>,
  bytes: Buffer,
  requestId = 'half-way',
): Promise<Socket> => {
  const address = await attachments.uploadTo(aStoredFile(bytes), soonMs())
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const headers = { ...address.headers, 'Content-Length': String(bytes.length), 'X-Request-Id': requestId }
  socket.write(headOf(`PUT ${targetOf(address)}`, headers))
  socket.write(bytes.subarray(0, bytes.length / 2))
  return socket
}

/** Everything that is received until the server closes. */
export const answerOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (piece) => (text += piece.toString('latin1'))).on('close', () => resolve(text))
  })
