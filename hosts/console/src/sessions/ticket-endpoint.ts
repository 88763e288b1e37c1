import { refusal } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import { errorAnswer, jsonAnswer } from '@postrider/server/answers/answer'
import { refused } from '@postrider/server/answers/refused'
import type { Endpoint } from '@postrider/server/exchange/endpoint'
import type { ConsoleNeeds } from '../console-needs.js'
import { isOwnRequest } from '../origin/web-origin.js'
import { AT_THE_CONSOLE } from '../pages/form-endpoint.js'
import { sessionCookie } from './session-cookie.js'

const PATH = '/ticket'

const FOREIGN = { message: 'Tickets are for pages of the console alone.' }

/** Gives whoever has a session a ticket for the socket, if a page of ours asks for it (docs/decisions/0052). */
export const ticketEndpoint = ({ postrider: { operatorSessions }, origin }: ConsoleNeeds): Endpoint => ({
  ...AT_THE_CONSOLE,
  methods: ['POST'],
  path: PATH,
  route: PATH,
  answer: async ({ headers, requestId }) => {
    if (!isOwnRequest(headers, origin())) return errorAnswer('permission_denied', requestId, [], FOREIGN)
    const token = sessionCookie(origin()).read(headers)
    if (token === undefined) return refused(refusal('Unauthenticated'), requestId)
    const made = await operatorSessions.ticket(token, origin())()
    return E.isLeft(made) ? refused(made.left, requestId) : jsonAnswer(200, { ticket: made.right, requestId })
  },
})
