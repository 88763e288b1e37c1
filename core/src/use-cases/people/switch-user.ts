import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { emailKeyOf, type User } from '../../domain/people/user.js'
import { E, type TE } from '../../fp.js'
import { carryOut, type OrderNeeds } from '../operators/carry-out.js'
import type { Order } from '../operators/order.js'
import { withStatus } from '../operators/throw-switch.js'
import { endSessions } from './end-sessions.js'

/** An order about a user, who is named by his address. */
export interface UserStatusOrder extends Order {
  readonly email: string
}

const setStatus =
  (action: string, status: User['status']) =>
  (needs: OrderNeeds) =>
  ({ email, ...order }: UserStatusOrder): TE.TaskEither<Refusal | Outage, User> =>
    carryOut(needs)(order, {
      action,
      work: async (unit, nowMs) => {
        const found = await unit.users.lockByEmail(emailKeyOf(email))
        if (found === undefined) return E.left(refusal('NotFound'))
        const changed = withStatus(found, status)
        if (E.isLeft(changed)) return changed
        const user = { ...changed.right, version: found.version + 1 }
        unit.users.replace(user)
        const ended = status === 'disabled' ? await endSessions(unit, user.userId, 'disabled', nowMs) : 0
        const details = { status, sessions: ended }
        return E.right({ about: { target: user.userId, organizationId: undefined, details }, result: user })
      },
    })

/** Lets a user in no more: his sessions end at once, in every process. NotFound, Conflict where he is disabled. */
export const disableUser = setStatus('user.disable', 'disabled')

/** Lets a disabled user sign in again. NotFound, Conflict where he is not disabled. */
export const enableUser = setStatus('user.enable', 'active')
