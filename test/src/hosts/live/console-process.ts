import { startPostrider } from '../cli/run-postrider.js'
import { ask } from '../console/console-fixture.js'
import { type LiveClient, openClient } from './live-client.js'

/** A console in a process of its own. */
export interface ConsoleProcess {
  readonly port: number
  /** Signs a session in by its cookie, as the page does: a ticket first. */
  enter(who: { readonly cookie: string }): Promise<LiveClient>
  /** Kills it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as a signal does. */
  end(): Promise<void>
}

/** A ticket for who has the cookie; throws where there is none for them. */
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

/** Starts `postrider console` over a MariaDB that others have migrated. */
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
