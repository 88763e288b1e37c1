import { connect, type Socket } from 'node:net'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Content } from './content.js'
import type { ComposedMail } from './compose-mail.js'
import type { SmtpSettings } from './smtp-settings.js'
import { hearConnection, type WireHandler } from './hear-connection.js'
import { present } from '@postrider/core/kernel/present'

/** A conversation with the mail server, for one email after another. */
export interface SmtpSession {
  /** The number of emails that it was given. */
  sent(): number
  isAlive(): boolean
  /** Sends an email and returns the server's last reply; rejects with nodemailer's error. */
  send(mail: ComposedMail, content: Content, wire?: WireHandler): Promise<string>
  /** Sends QUIT. */
  quit(): void
  /** Closes the connection at once. */
  destroy(): void
}

/** Always shorter than the caller's own timeout, which is the one that applies. */
const SETUP_TIMEOUT_MS = 30_000
const SOCKET_TIMEOUT_MS = 120_000
const GOODBYE_TIMEOUT_MS = 2_000

const connectionOf = ({ host, port, tls, name, caPem }: SmtpSettings, socket: Socket): SMTPConnection =>
  new SMTPConnection({
    connection: socket,
    host,
    port,
    name,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: SETUP_TIMEOUT_MS,
    greetingTimeout: SETUP_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    socketCloseTimeout: 0,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...present({ ca: caPem }) },
  })

/**
 * Connects to the mail server if the networks allow it. nodemailer itself would resolve the name without this
 * check.
 */
const openSocket = (
  { host, port }: SmtpSettings,
  networks: ProviderNetworks,
  onOpening: (breakOff: () => void) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: networks.lookupFor('public') })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(SETUP_TIMEOUT_MS, () => fail(failure('ETIMEDOUT', 'the mail server did not reply')))
    onOpening(() => fail(failure('ECONNECTION', 'the connection was abandoned')))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      socket.removeListener('error', fail)
      resolve(socket)
    })
  })

type Done<A> = (error?: Error | null, result?: A) => void

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** Runs a step of the conversation. An error of the connection, or its end, ends the step. */
const step = <A>(connection: SMTPConnection, run: (done: Done<A>) => void): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    const settle: Done<A> = (error, result) => {
      connection.removeListener('error', settle)
      connection.removeListener('end', ended)
      if (error) reject(error)
      else resolve(result)
    }
    const ended = (): void => settle(failure('ECONNECTION', 'the connection has ended'))
    connection.once('error', settle)
    connection.once('end', ended)
    run(settle)
  })

const logIn = async (connection: SMTPConnection, { login }: SmtpSettings): Promise<void> => {
  if (login === undefined) return
  if (!connection.allowsAuth) throw failure('ENOAUTH', 'the mail server offers no login')
  const { user, password } = login
  await step(connection, (done) => connection.login({ credentials: { user, pass: password } }, done))
}

/** Sends an email and returns the server's last reply. */
const handOver = async (
  connection: SMTPConnection,
  { envelope: { dsn, ...envelope }, bytes }: ComposedMail,
  stream: Content['stream'],
): Promise<string> => {
  const sized = { ...envelope, dsn: { ...dsn, notify: [...dsn.notify] }, size: bytes.length }
  const answer = await step<{ response: string }>(connection, (done) => connection.send(sized, stream, done))
  return answer?.response ?? ''
}

/** A session on a connection that is ready for an email. */
const sessionOn = (connection: SMTPConnection, isAlive: () => boolean): SmtpSession => {
  let sent = 0
  let refused = false
  return {
    sent: () => sent,
    isAlive,
    send: async (mail, { stream }, wire) => {
      sent += 1
      const leave = wire && hearConnection(connection, wire, mail.bytes.length)
      try {
        if (refused) await step(connection, (done) => connection.reset(done))
        // Only an accepted email leaves the conversation in a state in which the next one may start.
        refused = true
        const answer = await handOver(connection, mail, stream)
        refused = false
        return answer
      } finally {
        leave?.()
      }
    },
    quit: () => {
      if (!isAlive()) return
      connection.quit()
      setTimeout(() => connection.close(), GOODBYE_TIMEOUT_MS).unref()
    },
    destroy: () => connection.close(),
  }
}

/**
 * Connects, secures and logs in. `onOpening` gets a function that aborts that, and `wire` gets the traffic.
 * Rejects with the error of the step that failed.
 */
export const openSession = async (
  settings: SmtpSettings,
  networks: ProviderNetworks,
  onOpening: (breakOff: () => void) => void,
  wire?: WireHandler,
): Promise<SmtpSession> => {
  const socket = await openSocket(settings, networks, onOpening)
  const connection = connectionOf(settings, socket)
  const leave = wire && hearConnection(connection, wire)
  let alive = true
  const die = (): void => {
    alive = false
  }
  connection.on('error', die)
  connection.on('end', die)
  onOpening(() => connection.close())
  try {
    await step(connection, (done) => connection.connect(done))
    await logIn(connection, settings)
  } catch (error) {
    connection.close()
    throw error
  } finally {
    leave?.()
  }
  return sessionOn(connection, () => alive)
}
