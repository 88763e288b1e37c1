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
 * Copies an embedded database while it is in use; for other databases, it prints the commands to run. Either
 * way the copy is marked as held, so that nothing is sent from it until a super admin decides what to send.
 */
export const backup =
  (terminal: Terminal, named: string | undefined) =>
  async ({ settings, ports }: Composition): Promise<number> => {
    const file = named ?? nameOf(isEmbedded(settings), ports.clock.nowMs())
    const commands = backupCommands(settings, file)
    if (commands !== undefined) {
      terminal.say('# Back up; the second line marks the copy as on hold:')
      for (const line of commands.backUp) terminal.say(line)
      terminal.say('# Restore into an empty database:')
      for (const line of commands.putBack) terminal.say(line)
      return EXIT.ok
    }
    if (existsSync(file)) {
      terminal.complain(`${file} already exists. A backup never overwrites a file.`)
      return EXIT.failed
    }
    try {
      await backUpEmbedded(settings, resolve(file))
    } catch (cause) {
      terminal.complain(`The backup failed: ${sentenceOf(cause)}`)
      return EXIT.failed
    }
    terminal.say(`${file} is a consistent copy of the database, marked as on hold.`)
    terminal.say('Also back up the master key and the attachments (docs/backup-and-restore.md).')
    return EXIT.ok
  }
