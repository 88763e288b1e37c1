import type { Installation } from '../../../kernel/installation/installation.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E, pipe, TE } from '../../../fp.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import type { InstallationStorage } from '../../ports/installation-storage.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'

type Needs = CommandNeeds & {
  readonly storage: { readonly installation: InstallationStorage }
}

/**
 * Holds the database by a super admin's command, for all processes: nothing is accepted or sent until it is
 * released. The hold comes first and the audit event second: a hold that couldn't be recorded still applies.
 * Right: the installation's row.
 */
export const beginRestoration =
  (needs: Needs) =>
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
