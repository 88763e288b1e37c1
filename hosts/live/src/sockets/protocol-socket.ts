import { CLOSE_CODES } from '@postrider/contracts/live/close-codes'
import { FRAME_BYTES_IN } from '@postrider/contracts/live/frame'
import { type Server, WebSocket, WebSocketServer } from 'ws'

/** The driver's close codes for invalid frames, text that isn't UTF-8, and too many fragments. */
const OF_THE_DRIVER: ReadonlySet<number | undefined> = new Set([1002, 1003, 1007, 1008])

/** A socket with one close code for all protocol violations, also those that the driver detects. */
export class ProtocolSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    super.close(OF_THE_DRIVER.has(code) ? CLOSE_CODES.notTheProtocol.code : code, data)
  }
}

/** Creates sockets for upgrades that were already checked; keeps no list of them. */
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
