import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupCommands, backUpEmbedded } from '@postrider/wiring/backup'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { EXIT, sentenceOf } from '@postrider/command/exit-code'
import type { Terminal } from '@postrider/command/terminal/terminal'

const nameOf = (embedded: boolean, nowMs: number): string =>
  `postrider-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}.${embedded ? 'db' : 'sql'}`

/**
 * Copies an embedded database while it is in use; of another, says the commands that do. Either way the copy is marked
 * as held, so that nothing is sent from it before an operator has said what.
 */
export const backup =
  (terminal: Terminal, named: string | undefined) =>
  async ({ settings, ports }: Composition): Promise<number> => {
    const file = named ?? nameOf(isEmbedded(settings), ports.clock.nowMs())
    const commands = backupCommands(settings, file)
    if (commands !== undefined) {
      terminal.say('# Back up; the second line marks the copy as held:')
      for (const line of commands.backUp) terminal.say(line)
      terminal.say('# Put back, into an empty database:')
      for (const line of commands.putBack) terminal.say(line)
      return EXIT.ok
    }
    if (existsSync(file)) {
      terminal.complain(`${file} is there already; a backup is never written over.`)
      return EXIT.failed
    }
    try {
      await backUpEmbedded(settings, resolve(file))
    } catch (cause) {
      terminal.complain(`The copy could not be made: ${sentenceOf(cause)}`)
      return EXIT.failed
    }
    terminal.say(`${file} is the database as it was at one moment, marked as held.`)
    terminal.say('What else to keep is in docs/backup-and-restore.md: the master key, and attachments.')
    return EXIT.ok
  }
