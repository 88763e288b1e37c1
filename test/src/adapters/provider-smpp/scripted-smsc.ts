import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createPduReader, encodePdu, type IncomingPdu } from '@postrider/provider-smpp/pdu'

/** An SMSC that responds as a test says, even if that is wrong. */
export interface ScriptedSmsc {
  readonly port: number
  /** The bytes of every session that was opened, in that order. */
  readonly sockets: readonly Socket[]
  stop(): void
}

/** The standard's response to a request. */
export const answerWell = (pdu: IncomingPdu, socket: Socket, fields: Record<string, string> = {}): void =>
  void socket.write(encodePdu(`${pdu.command}_resp`, pdu.sequence, fields))

/** Listens on loopback and handles each PDU as the script says. */
export const startScriptedSmsc = async (
  script: (pdu: IncomingPdu, socket: Socket) => void,
): Promise<ScriptedSmsc> => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.on(
      'data',
      createPduReader((pdu) => script(pdu, socket)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
