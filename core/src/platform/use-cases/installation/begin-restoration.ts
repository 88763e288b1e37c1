import type { Installation } from '../../../kernel/installation/installation.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E, pipe, TE } from '../../../fp.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'

/**
 * Holds the database by an operator's word, for all processes: nothing is accepted or sent until it is released. It is
 * held first and recorded then: a hold that could not be recorded is still one. Right: how it stands.
 */
export const beginRestoration =
  (needs: CommandNeeds) =>
  (order: OperatorCommand): TE.TaskEither<Refusal | Outage, Installation> =>
    pipe(
      needs.storage.installation.hold('operator', needs.clock.nowMs()),
      TE.flatMap((held) =>
        executeCommand(needs)(order, {
          action: 'restore.begin',
          hold: 'shared',
          work: () =>
            Promise.resolve(
              E.right({
                about: {
                  target: 'installation',
                  organizationId: undefined,
                  details: { because: held.hold?.because ?? 'operator' },
                },
                result: held,
              }),
            ),
        }),
      ),
    )
