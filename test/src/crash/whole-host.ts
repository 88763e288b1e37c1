import { E } from '@postrider/core/fp'
import { startHosts } from '@postrider/command/hosts/running-hosts'
import { compose } from '@postrider/wiring/compose'
import { parseSettings } from '@postrider/wiring/settings'
import { drawnCodes, KNOWN_CODE } from '../builders/known-codes.js'
import { createCrash } from './crash-point.js'
import { crashingStorage } from './crashing-storage.js'
import type { WholeHostOptions } from './whole-host-options.js'
import { ON_LOOPBACK } from '../builders/loopback-networks.js'

/**
 * HTTP host and dispatcher in one process like `postrider start`, with the providers of this distribution and
 * its log on standard output. The crash points of storage are wrapped around it (CRASH_AT), and its OTPs have
 * the given code.
 */

const orThrow = <A>(made: E.Either<unknown, A>): A => {
  if (E.isRight(made)) return made.right
  throw new Error(JSON.stringify(made.left))
}

const run = async (): Promise<void> => {
  const [argument] = process.argv.slice(2)
  if (argument === undefined) throw new Error('the options are missing')
  const { settings, lastWordsFile, code = KNOWN_CODE } = JSON.parse(argument) as WholeHostOptions
  const crash = createCrash(process.env['CRASH_AT'], lastWordsFile)
  const composition = await compose(orThrow(parseSettings({ ...ON_LOOPBACK, ...settings })), {
    overrides: { storage: (storage) => crashingStorage(storage, crash), otpCodes: drawnCodes(code) },
  })
  const hosts = orThrow(
    await startHosts(composition, { http: true, console: false, website: false, dispatcher: true }),
  )

  process.on('message', () => {
    void hosts
      .stop()
      .then(() => composition.close())
      .then(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(1))
  process.send?.({ listening: hosts.httpPort })
}

void run()
