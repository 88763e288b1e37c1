import { bodyProblem } from '../../../kernel/refusals/body-problem.js'
import { invalidRequest } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { withoutSender } from '../../domain/senders/change-senders.js'
import { configurationShape, senderValue } from '../apps/configuration-shapes.js'
import { changeAppSenders, namedSender } from './change-app-senders.js'
import { SENDER_CHANGE, senderChangeFields } from './entry-parts.js'

/** Removes a sender of an app's channel. InvalidRequest for the last one: pause it instead. */
export const removeAppSenderEntry = entryOf('Senders', 'removeAppSender', {
  ...SENDER_CHANGE,
  summary: "Remove a sender of an app's channel",
  description:
    "Removes the sender with its registrations. Messages that wait with it get another sender of the app. The last sender can't be removed; pause it instead.",
  success: 'The sender is removed.',
  request: mutationRequest({ ...senderChangeFields, value: senderValue }, {}),
  result: mutationResult({ configuration: configurationShape }, {}),
})

export const removeAppSender = mutation(removeAppSenderEntry, {
  lock: 'exclusive',
  run: (unit, { request, nowMs }) =>
    changeAppSenders(unit, request, nowMs, (configuration) => {
      const found = namedSender(configuration, request.value)
      if (E.isLeft(found)) return found
      const { senders } = configuration
      if (senders.length === 1)
        return E.left(
          invalidRequest([
            bodyProblem(
              '/value',
              'not_allowed',
              'The last sender of a channel cannot be removed. Pause it instead.',
            ),
          ]),
        )
      return E.right({
        senders: withoutSender(senders, found.right),
        about: found.right,
        details: { removed: 'yes' },
      })
    }),
})
