import { CLOSE_CODES } from '@postrider/contracts/live/close-codes'
import { FRAME_BYTES_IN } from '@postrider/contracts/live/frame'
import { type Server, WebSocket, WebSocketServer } from 'ws'

/** What the driver says of frames that are none, of text that is no UTF-8, and of too many fragments. */
const OF_THE_DRIVER: ReadonlySet<number | undefined> = new Set([1002, 1003, 1007, 1008])

/** A socket that has one close code for whatever is not the protocol, also where the driver notices it. */
export class ProtocolSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    super.close(OF_THE_DRIVER.has(code) ? CLOSE_CODES.notTheProtocol.code : code, data)
  }
}

/** Makes sockets of upgrades that somebody else has looked at; keeps no list of them. */
export const createSocketServer = (
  subprotocol: string,
  maxFragments: number,
): Server<typeof ProtocolSocket> =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES_IN,
    maxFragments,
    WebSocket: ProtocolSocket,
    handleProtocols: () => subprotocol,
  })
