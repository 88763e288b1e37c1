import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import { confirmAndRun, type CommandIo, operator } from '@postrider/command/terminal/command-io'
import { askReason } from '@postrider/command/terminal/ask-reason'

/** Starts a new epoch of the change feed, after a confirmation. */
export const resetFeedCommand =
  (io: CommandIo, options: { readonly reason?: string }) =>
  async (composition: Composition): Promise<number> => {
    const reason = await askReason(io, options.reason)
    if (reason === undefined) return EXIT.failed
    return confirmAndRun(
      io,
      composition,
      'Start a new epoch of the change feed? Every console then reloads all data.',
      composition.postrider.resetFeed({ actor: operator(), reason }),
      ({ seq }) => io.terminal.say(`A new epoch of the feed has started after change ${seq}.`),
    )
  }
