import { asksForDryRun } from '@postrider/contracts/messages/preference'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { REPLAYED } from '../answers/replayed.js'
import { acceptedMessageBody } from '../bodies/accepted-message-body.js'
import { dryRunBody } from '../bodies/dry-run-body.js'
import type { Handler } from './handler.js'

const APPLIED = ['Preference-Applied', 'handling=dry-run']

/** POST /v1/messages (docs/api/sending#acceptance), or its dry run (docs/api/sending#dry-run). */
export const sendMessageHandler =
  ({
    acceptMessage,
    dryRunMessage,
  }: Pick<Postrider, 'acceptMessage' | 'dryRunMessage'>): Handler<'sendMessage'> =>
  async ({ caller, body, headers, requestId, trace }) => {
    if (headers.Prefer !== undefined && asksForDryRun(headers.Prefer)) {
      const previewed = await dryRunMessage(caller, body)()
      if (E.isLeft(previewed)) return previewed
      return E.right(jsonAnswer(200, dryRunBody(previewed.right, body.variables, requestId), APPLIED))
    }
    const accepted = await acceptMessage(caller, headers['Idempotency-Key'] ?? '', body, trace)()
    if (E.isLeft(accepted)) return accepted
    const answered = acceptedMessageBody(accepted.right, requestId)
    return E.right(jsonAnswer(202, answered, accepted.right.replayed ? REPLAYED : undefined))
  }
