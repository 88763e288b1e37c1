import { join } from 'node:path'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import { overheardMail } from '../../builders/overheard-mail.js'
import { repositoryRoot } from '../../architecture/source-files.js'
import { type ConsoleFixture, openConsoleFixture } from '../../hosts/console/console-fixture.js'
import { freePort } from '../../servers/free-port.js'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import { type KnownAdmin, knownAdmin } from './callers.js'
import { DOCS_URL } from '../docs-url.js'
import { type HeldReadings, holdReadings } from '../held-readings.js'

/** The console in a real setup: built pages, socket, dispatcher, SQLite in a temporary directory. */
export interface ConsoleScene {
  readonly console: ConsoleFixture
  /** The address for browsers. */
  readonly address: string
  /** The proxy between browsers and the console. */
  readonly line: FaultProxy
  /** Controls whether readings of screens are answered. */
  readonly readings: Pick<HeldReadings, 'become'>
  /** The person who set the installation up. */
  readonly olu: KnownAdmin
  /** The sent emails, newest last. */
  readonly mails: readonly Mail[]
  close(): Promise<void>
}

/** Opens the console of a new installation. */
export const openConsoleScene = async (): Promise<ConsoleScene> => {
  const mails: Mail[] = []
  const console = await openConsoleFixture({ mailer: () => overheardMail(mails) })
  const { at, made, admin, nextCode } = console
  const port = await freePort()
  const line = await startFaultProxy(`http://127.0.0.1:${port}`)
  const address = `http://127.0.0.1:${line.port}`
  const builtFolder = join(repositoryRoot, 'web/dist/bundles/console')
  const { postrider } = at
  const readings = holdReadings(postrider)
  const { runOperation } = readings
  const held = { ...postrider, runOperation }
  await console.openConsole({ builtFolder, docsUrl: DOCS_URL, consoleUrl: address, postrider: held }, port)
  const { userId } = made.firstAdmin
  return {
    console,
    address,
    line,
    readings,
    olu: await knownAdmin(at, { ...admin, userId, name: 'Olu', nextCode }),
    mails,
    close: async () => {
      await line.stop()
      await console.close()
    },
  }
}
