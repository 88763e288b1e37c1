import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { bytesIn, createPduReader, encodePdu, type IncomingPdu, type PduFields, textIn } from './pdu.js'

/** An event of the simulator. */
export type SmscSimulatorEvent =
  | { readonly _tag: 'Bound'; readonly use: string; readonly systemId: string }
  | {
      readonly _tag: 'Submitted'
      readonly id: string
      readonly from: string
      readonly to: string
      readonly octets: number
    }
  /** A receipt was acknowledged with 0. */
  | { readonly _tag: 'Reported'; readonly id: string; readonly status: string }

/** The logins that may bind, and the handler of events. */
export interface SmscSimulatorOptions {
  readonly systemId: string
  readonly password: string
  /** Called for each event. A submit is acknowledged once the returned promise resolves. */
  readonly onEvent: (event: SmscSimulatorEvent) => void | Promise<void>
}

/**
 * An SMSC on loopback that accepts every text and reports it delivered, in memory only: for demonstrating and
 * trying sessions.
 */
export interface SmscSimulator {
  readonly port: number
  /** Repeats all reports, as SMSCs do that lost an acknowledgment. */
  reportAgain(): void
  close(): Promise<void>
}

interface Receipt {
  readonly id: string
  readonly fields: PduFields
}

/** One connection, and its unacknowledged receipts. */
interface Connection {
  readonly socket: Socket
  isBound: boolean
  isReceiving: boolean
  sequence: number
  readonly open: Map<number, Receipt>
}

const WRONG_STATE = 0x04
const WRONG_PASSWORD = 0x0e
const UNKNOWN_COMMAND = 0x03
const RECEIPT = 0x04
const STATUS = 'DELIVRD'
/** The maximum number of unacknowledged receipts on a connection. */
const MOST_OPEN = 100

/** The current time in the format of receipts: in UTC, to the minute. */
const dateText = (): string => new Date().toISOString().replaceAll(/[-:T]/g, '').slice(2, 12)

const receiptOf = (pdu: IncomingPdu, id: string): Receipt => {
  const date = dateText()
  const text = `id:${id} sub:001 dlvrd:001 submit date:${date} done date:${date} stat:${STATUS} err:000 text:`
  return {
    id,
    fields: {
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: textIn(pdu, 'destination_addr'),
      destination_addr: textIn(pdu, 'source_addr'),
      esm_class: RECEIPT,
      short_message: Buffer.from(text, 'latin1'),
    },
  }
}

/** Sends receipts over any connection that receives, and again if they weren't acknowledged. */
const reporting = (tell: SmscSimulatorOptions['onEvent']) => {
  const connections = new Set<Connection>()
  const waiting: Receipt[] = []
  const reported: Receipt[] = []

  const send = (to: Connection): void => {
    while (to.isReceiving && to.open.size < MOST_OPEN && to.socket.writable) {
      const receipt = waiting.shift()
      if (receipt === undefined) return
      to.sequence += 1
      to.open.set(to.sequence, receipt)
      to.socket.write(encodePdu('deliver_sm', to.sequence, receipt.fields))
    }
  }
  const sendAll = (): void => {
    for (const connection of connections) send(connection)
  }
  return {
    join: (connection: Connection): void => void connections.add(connection),
    ready: send,
    leave: (connection: Connection): void => {
      connections.delete(connection)
      for (const one of connection.open.values()) waiting.push(one)
      sendAll()
    },
    report: (receipt: Receipt): void => {
      waiting.push(receipt)
      sendAll()
    },
    answered: (connection: Connection, { sequence, status }: IncomingPdu): void => {
      const receipt = connection.open.get(sequence)
      if (receipt === undefined) return
      connection.open.delete(sequence)
      if (status === 0) {
        reported.push(receipt)
        void tell({ _tag: 'Reported', id: receipt.id, status: STATUS })
        return send(connection)
      }
      waiting.push(receipt)
      setTimeout(() => send(connection), SECOND_MS).unref()
    },
    reportAgain: (): void => {
      for (const one of reported.splice(0)) waiting.push(one)
      sendAll()
    },
    end: (): void => {
      for (const { socket } of connections) socket.destroy()
    },
  }
}

/** Handles the PDUs of one connection. */
const takingOver =
  (
    { systemId, password, onEvent }: SmscSimulatorOptions,
    receipts: ReturnType<typeof reporting>,
    nextId: () => string,
  ) =>
  (connection: Connection) => {
    const answer = (pdu: IncomingPdu, fields: PduFields = {}, status = 0): void => {
      if (connection.socket.writable)
        connection.socket.write(encodePdu(`${pdu.command}_resp`, pdu.sequence, fields, status))
    }
    const bind = (pdu: IncomingPdu): void => {
      const name = textIn(pdu, 'system_id')
      if (name !== systemId || textIn(pdu, 'password') !== password) return answer(pdu, {}, WRONG_PASSWORD)
      const use = pdu.command.slice('bind_'.length)
      connection.isBound = true
      connection.isReceiving = use !== 'transmitter'
      answer(pdu, { system_id: 'smsc' })
      void onEvent({ _tag: 'Bound', use, systemId: name })
      receipts.ready(connection)
    }
    const submit = async (pdu: IncomingPdu): Promise<void> => {
      if (!connection.isBound) return answer(pdu, {}, WRONG_STATE)
      const id = nextId()
      const octets = (bytesIn(pdu, 'short_message') ?? bytesIn(pdu, 'message_payload'))?.length ?? 0
      const [from, to] = [textIn(pdu, 'source_addr'), textIn(pdu, 'destination_addr')]
      await onEvent({ _tag: 'Submitted', id, from, to, octets })
      answer(pdu, { message_id: id })
      receipts.report(receiptOf(pdu, id))
    }
    return (pdu: IncomingPdu): void => {
      if (pdu.command === 'deliver_sm_resp') return receipts.answered(connection, pdu)
      if (pdu.isResponse) return undefined
      if (pdu.command.startsWith('bind_')) return bind(pdu)
      if (pdu.command === 'submit_sm') return void submit(pdu)
      if (pdu.command === 'enquire_link') return answer(pdu)
      if (pdu.command !== 'unbind')
        return void connection.socket.write(encodePdu('generic_nack', pdu.sequence, {}, UNKNOWN_COMMAND))
      answer(pdu)
      connection.socket.end()
    }
  }

/** Opens one on a free port. */
export const openSmscSimulator = (order: SmscSimulatorOptions): Promise<SmscSimulator> => {
  const receipts = reporting(order.onEvent)
  // Simulators assign different identifiers, even if they are opened one after another.
  let given = Date.now() * 1_000
  const taking = takingOver(order, receipts, () => `${(given += 1)}`)
  const server = createServer((socket) => {
    const connection: Connection = {
      socket,
      isBound: false,
      isReceiving: false,
      sequence: 0,
      open: new Map(),
    }
    receipts.join(connection)
    const read = createPduReader(taking(connection))
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => receipts.leave(connection))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const close = (): Promise<void> =>
        new Promise((closed) => {
          server.close(() => closed())
          receipts.end()
        })
      resolve({ port, reportAgain: receipts.reportAgain, close })
    })
  })
}
