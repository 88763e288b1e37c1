import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { HealthStorage } from '@postrider/core/platform/ports/health-storage'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import type { Terminal } from '@postrider/command/terminal/terminal'

const ANSWER_WITHIN_MS = 10 * SECOND_MS

const nothingToDo = async ({ health }: { readonly health: HealthStorage }): Promise<string> => {
  const found = await health.check(ANSWER_WITHIN_MS)()
  const isNewer = E.isRight(found) && found.right.newerMigrations.length > 0
  return isNewer
    ? 'Nothing to do: the database is newer than this program, and this program can still run with it.'
    : 'Nothing to do: the database is up to date.'
}

/** Migrates the database and prints the migrations that it ran. */
export const migrate =
  (terminal: Terminal) =>
  async ({ ports }: Composition): Promise<number> => {
    const migrated = await ports.storage.health.migrate()()
    if (E.isLeft(migrated)) {
      terminal.complain(`migration failed: ${migrated.left.cause}`)
      return EXIT.failed
    }
    for (const name of migrated.right) terminal.say(`ran ${name}`)
    if (migrated.right.length === 0) terminal.say(await nothingToDo(ports.storage))
    return EXIT.ok
  }
