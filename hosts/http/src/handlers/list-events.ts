import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** This many events of a page count as one read (docs/api/limits#rate-limits). */
const EVENTS_PER_READ = 100

/** GET /v1/events (docs/api/events#pull). */
export const listEventsHandler =
  ({ listEvents: list }: Pick<Postrider, 'listEvents'>): Handler<'listEvents'> =>
  async ({ caller, query: { after, limit, types, wait }, requestId, countAs, whileWaiting }) => {
    const counted = await countAs(Math.ceil(limit / EVENTS_PER_READ))
    if (E.isLeft(counted)) return counted
    const request = { after, limit, types: types?.split(','), waitMs: wait * SECOND_MS }
    const page = await list(caller, request, whileWaiting)()
    return E.isLeft(page) ? page : E.right(jsonAnswer(200, { ...page.right, requestId }))
  }
