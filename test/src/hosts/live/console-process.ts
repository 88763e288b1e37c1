import { startPostrider } from '../cli/run-postrider.js'
import { ask } from '../console/console-fixture.js'
import { type LiveClient, openClient } from './live-client.js'

/** A console in its own process. */
export interface ConsoleProcess {
  readonly port: number
  /** Opens a socket for a session cookie, like the page does: with a ticket first. */
  enter(who: { readonly cookie: string }): Promise<LiveClient>
  /** Kills it, like a power loss. */
  kill(): Promise<void>
  /** Stops it, like a signal. */
  end(): Promise<void>
}

/** A ticket for a session cookie; throws if it is refused. */
export const ticketAt = async (port: number, cookie: string): Promise<string> => {
  const headers = { cookie, origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' }
  const { status, text } = await ask(port, '/ticket', { method: 'POST', headers })
  if (status !== 200) throw new Error(`a ticket was refused with ${status}: ${text}`)
  return (JSON.parse(text) as { readonly ticket: string }).ticket
}

/** Opens a socket of the console at this port, and authenticates it. */
export const enterConsole = async (port: number, cookie: string): Promise<LiveClient> => {
  const ticket = await ticketAt(port, cookie)
  const client = await openClient({ port, cookie, origin: `http://127.0.0.1:${port}` })
  const { result } = await client.call('session.authenticate', { ticket })
  if (result === undefined) throw new Error('the ticket was not accepted')
  return client
}

/** Starts `postrider console` on a MariaDB that is already migrated. */
export const startConsoleProcess = async ({
  storageUrl,
  masterKey,
}: {
  readonly storageUrl: string
  readonly masterKey: string
}): Promise<ConsoleProcess> => {
  const command = startPostrider(['console'], {
    POSTRIDER_STORAGE_URL: storageUrl,
    POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
    POSTRIDER_MASTER_KEY: masterKey,
  })
  const ended = command.exitCode.then(() => {
    throw new Error(`a console ended: ${command.out()}${command.err()}`)
  })
  const { consolePort } = await Promise.race([command.logged('serving'), ended])
  ended.catch(() => undefined)
  const port = Number(consolePort)
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    command.process.kill(signal)
    await command.exitCode
  }
  return {
    port,
    enter: ({ cookie }) => enterConsole(port, cookie),
    kill: () => endBy('SIGKILL'),
    end: () => endBy('SIGTERM'),
  }
}
