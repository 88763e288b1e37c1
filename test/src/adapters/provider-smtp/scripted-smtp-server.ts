import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A server's wrong behavior. */
export interface Script {
  /** At the connection: a reply like `554 no`, `drop`, or `hang`. */
  readonly greeting?: string
  /** Lines of the response to EHLO, without their codes. */
  readonly extensions?: readonly string[]
}

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/**
 * A mail server that misbehaves by the recipient's address. A local part `rcpt-…`, `data-…` or `content-…`
 * with `drop`, `hang` or a reply with hyphens for spaces (`rcpt-550-5.1.1`) causes that at this point. Any
 * other address is accepted. `mail-…` in the sender's local part does the same for MAIL FROM. It accepts no
 * login.
 */
export interface ScriptedSmtpServer {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** The parameters after the addresses of the envelope, of each MAIL and RCPT. */
  readonly parameters: string[]
  /** Connections so far. */
  connections(): number
  open(): number
  /** Ends every open connection, as a server does with idle ones. */
  endConnections(): void
  close(): Promise<void>
}

interface Talk {
  readonly socket: Socket
  readonly mails: ReceivedMail[]
  readonly parameters: string[]
  from: string
  to: string[]
  content: string | undefined
}

const parametersIn = (line: string): string => line.slice(line.indexOf('>') + 1).trim()

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** The behavior that the address sets for this point: `drop`, `hang` or a reply. */
const wish = (point: string, address: string): string | undefined => {
  const local = address.slice(0, address.lastIndexOf('@'))
  return local.startsWith(`${point}-`) ? local.slice(point.length + 1).replaceAll('-', ' ') : undefined
}

const act = (socket: Socket, wanted: string | undefined, usual: string): void => {
  if (wanted === 'drop') socket.destroy()
  else if (wanted !== 'hang') socket.write(`${wanted === undefined ? usual : `${wanted} scripted`}\r\n`)
}

const endContent = (talk: Talk): void => {
  const { socket, mails, from, to, content = '' } = talk
  const wanted = to.map((address) => wish('content', address)).find((each) => each !== undefined)
  talk.content = undefined
  if (wanted === undefined) mails.push({ from, to: [...to], raw: content.replace(/^\.\./gm, '.') })
  act(socket, wanted, `250 2.0.0 Ok: queued as Q${mails.length}X`)
}

const answer = (talk: Talk, line: string, { extensions = [] }: Script): void => {
  const { socket } = talk
  const verb = line.slice(0, 4).toUpperCase()
  const [recipient = ''] = talk.to
  if (verb === 'EHLO') {
    const lines = ['scripted', ...extensions]
    socket.write(lines.map((each, index) => `250${index < lines.length - 1 ? '-' : ' '}${each}\r\n`).join(''))
  } else if (verb === 'MAIL') {
    talk.from = addressIn(line)
    talk.parameters.push(parametersIn(line))
    talk.to = []
    act(socket, wish('mail', talk.from), '250 2.1.0 Ok')
  } else if (verb === 'RCPT') {
    const address = addressIn(line)
    talk.parameters.push(parametersIn(line))
    if (wish('mail', talk.from) !== undefined) return void socket.write('503 5.5.1 no sender\r\n')
    const wanted = wish('rcpt', address)
    if (wanted === undefined) talk.to.push(address)
    act(socket, wanted, '250 2.1.5 Ok')
  } else if (verb === 'DATA') {
    if (talk.to.length === 0) return void socket.write('554 5.5.1 no recipients\r\n')
    const wanted = wish('data', recipient)
    if (wanted === undefined) talk.content = ''
    act(socket, wanted, '354 go on')
  } else if (verb === 'AUTH') socket.write('535 5.7.8 nobody known\r\n')
  else if (verb === 'QUIT') socket.end('221 bye\r\n')
  else socket.write(verb === 'RSET' || verb === 'NOOP' ? '250 Ok\r\n' : '502 5.5.1 what\r\n')
}

const talkTo = (
  socket: Socket,
  { mails, parameters }: Pick<Talk, 'mails' | 'parameters'>,
  script: Script,
): void => {
  const talk: Talk = { socket, mails, parameters, from: '', to: [], content: undefined }
  let rest = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('utf8')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (talk.content === undefined) answer(talk, line, script)
      else if (line === '.') endContent(talk)
      else talk.content += `${line}\r\n`
    }
  })
  act(socket, script.greeting, '220 scripted ESMTP')
}

export const startScriptedSmtpServer = async (script: Script = {}): Promise<ScriptedSmtpServer> => {
  const mails: ReceivedMail[] = []
  const parameters: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer({ noDelay: true }, (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    talkTo(socket, { mails, parameters }, script)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    mails,
    parameters,
    connections: () => connections,
    open: () => sockets.size,
    endConnections: () => sockets.forEach((socket) => socket.end()),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
