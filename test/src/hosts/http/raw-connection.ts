import { connect, type Socket } from 'node:net'

/** A raw connection. */
export interface RawConnection {
  readonly socket: Socket
  /** Everything received so far, if the connection is read. */
  text(): string
  isClosed(): boolean
}

/** Opens a connection from a loopback address. An unread connection accepts only what the system buffers. */
export const openRaw = (port: number, { from = '127.0.0.1', isRead = true } = {}): RawConnection => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let text = ''
  let isClosed = false
  socket.on('error', () => undefined).on('close', () => (isClosed = true))
  if (isRead) socket.on('data', (piece) => (text += piece.toString('latin1')))
  else socket.pause()
  return { socket, text: () => text, isClosed: () => isClosed }
}

/** A request without a body. */
export const getting = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** A request with a body in chunks of one byte. */
export const inOneByteChunks = (first: string, chunks: number): string =>
  `${first} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
  '1\r\n \r\n'.repeat(chunks)
