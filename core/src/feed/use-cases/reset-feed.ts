import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import { E, pipe, TE } from '../../fp.js'
import type { FeedHead, FeedStorage } from '../ports/feed-storage.js'
import { executeCommand, type CommandNeeds } from '../../audit/use-cases/execute-command.js'
import { checkReason, type OperatorCommand } from '../../audit/use-cases/operator-command.js'

/**
 * Starts a new epoch of the change feed on a super admin's command, so that all followers read everything
 * again. The epoch is started before the audit event is written. If that write fails, the epoch is still new,
 * and the command can be repeated without harm.
 */
export const resetFeed =
  (needs: CommandNeeds & { readonly storage: { readonly feed: FeedStorage } }) =>
  (order: OperatorCommand): TE.TaskEither<Refusal | Outage, FeedHead> => {
    const broken = checkReason(order.reason)
    if (broken.length > 0) return TE.left(invalidRequest(broken))
    return pipe(
      needs.storage.feed.reset(),
      TE.flatMap((head) =>
        executeCommand(needs)(order, {
          action: 'feed.reset',
          hold: 'shared',
          work: () =>
            Promise.resolve(
              E.right({
                about: { target: 'feed', organizationId: undefined, details: { seq: head.seq } },
                result: head,
              }),
            ),
        }),
      ),
    )
  }
