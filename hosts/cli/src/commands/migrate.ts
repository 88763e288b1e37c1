import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import type { Terminal } from '../terminal/terminal.js'

/** Brings the database up to date and tells what it ran. */
export const migrate =
  (terminal: Terminal) =>
  async ({ ports }: Composition): Promise<number> => {
    const migrated = await ports.storage.health.migrate()()
    if (E.isLeft(migrated)) {
      terminal.complain(`the database was not migrated: ${migrated.left.cause}`)
      return EXIT.failed
    }
    for (const name of migrated.right) terminal.say(`ran ${name}`)
    if (migrated.right.length === 0) terminal.say('Nothing to do: the database is up to date.')
    return EXIT.ok
  }
