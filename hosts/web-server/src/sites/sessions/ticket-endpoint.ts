import { refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { errorAnswer, jsonAnswer } from '../../answers/answer.js'
import { refused } from '../../answers/refused.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import { isOwnRequest } from '../origin/web-origin.js'
import { SITE_ENDPOINT } from '../forms/form-endpoint.js'
import type { Site } from '../site/site.js'

const PATH = '/ticket'

/**
 * Gives a signed-in user a ticket for the WebSocket, if one of our own pages requests it
 * (docs/decisions/0052).
 */
export const ticketEndpoint = ({ answers, sessions, origin, cookie }: Site): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['POST'],
  path: PATH,
  route: PATH,
  answer: async ({ headers, requestId }) => {
    const foreign = { message: `Tickets are for pages of the ${answers.name.word} alone.` }
    if (!isOwnRequest(headers, origin())) return errorAnswer('permission_denied', requestId, [], foreign)
    const token = cookie().read(headers)
    if (token === undefined) return refused(refusal('Unauthenticated'), requestId)
    const made = await sessions.ticket(token, origin())()
    return E.isLeft(made) ? refused(made.left, requestId) : jsonAnswer(200, { ticket: made.right, requestId })
  },
})
