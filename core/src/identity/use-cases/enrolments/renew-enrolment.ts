import type { OpenedEnrolment } from '../../domain/first-set-up.js'
import { emailKeyOf } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Links } from '../mails/links.js'
import { executeCommand, type CommandNeeds } from '../../../audit/use-cases/execute-command.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'
import { handOverOf, openEnrolment, type OpeningNeeds } from './open-enrolment.js'

/** A request for another link, for a person whose link is lost or expired. */
export interface EnrolmentCommand extends OperatorCommand {
  readonly email: string
}

const nobody = E.left(refusalSaying('NotFound', 'No invited super admin has this address.'))

/**
 * Creates another link for a person who hasn't enrolled yet, like {@link openEnrolment}; the previous one
 * stops working. NotFound if no such person has the address, or if they are disabled.
 */
export const renewEnrolment =
  (needs: OpeningNeeds & CommandNeeds, links: Links) =>
  ({ email, ...order }: EnrolmentCommand): TE.TaskEither<Refusal | Outage, OpenedEnrolment> =>
    executeCommand(needs)(order, {
      action: 'super_admin_enrolment.renew',
      work: async (unit, nowMs) => {
        const user = await unit.users.lockByEmail(emailKeyOf(email))
        const before = user === undefined ? undefined : await unit.enrolments.lock(user.userId)
        if (user?.status !== 'active' || before === undefined) return nobody
        const naming = {
          permissions: before.permissions,
          inviterName: order.actor.id,
          organizationName: undefined,
        }
        const opened = await openEnrolment(needs, links, unit, user, naming, nowMs)
        if (E.isLeft(opened)) return opened
        const result = opened.right
        const details = { link: handOverOf(result) }
        return E.right({ about: { target: user.userId, organizationId: undefined, details }, result })
      },
    })
