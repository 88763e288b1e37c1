import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '../exit-code.js'
import { confirmAndRun, type CommandIo, operator } from '../terminal/command-io.js'
import { askReason } from '../terminal/ask-reason.js'

/** Begins a new epoch of the change feed, after a yes. */
export const resetFeedCommand =
  (io: CommandIo, options: { readonly reason?: string }) =>
  async (composition: Composition): Promise<number> => {
    const reason = await askReason(io, options.reason)
    if (reason === undefined) return EXIT.failed
    return confirmAndRun(
      io,
      composition,
      'Begin a new epoch of the change feed, so that every console reads everything anew?',
      composition.postrider.resetFeed({ actor: operator(), reason }),
      ({ seq }) => io.terminal.say(`A new epoch of the feed has begun, after change ${seq}.`),
    )
  }
