import type { ShapeField } from '../../../kernel/codecs/codec.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { requestId } from '../../../kernel/codecs/identifiers.js'
import { narrowed } from '../../../kernel/codecs/narrowed.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import type { Vocabulary } from '../../../kernel/codecs/vocabulary.js'
import { type Audience, isOfAgents, type Operation } from '../../../identity/domain/access/operation.js'
import { operationRequestId } from './request.js'

/** The operation with a vocabulary's words in its shapes. */
export const inWords = (operation: Operation, vocabulary: Vocabulary): Operation => ({
  ...operation,
  request: narrowed(operation.request, vocabulary),
  result: narrowed(operation.result, vocabulary),
})

/**
 * The request body of an operation for an audience: Agents must always send a `requestId`
 * (docs/api/operations#agent-operations).
 */
export const requestFor = (audience: Audience, { request }: Operation): ShapeField => {
  if (!isOfAgents(audience)) return request
  const others = Object.entries(request.optional).filter(([name]) => name !== 'requestId')
  const required = { ...request.required, requestId: operationRequestId }
  return closed(required, Object.fromEntries(others), request.rules)
}

/** The response of an operation for an audience: the result with its envelope (docs/api/operations). */
export const answerFor = (audience: Audience, { result }: Operation): ShapeField => {
  if (!isOfAgents(audience)) return open({ ...result.required, requestId }, result.optional, result.rules)
  const success = flag({ description: 'Always `true`; errors have `false` here.' })
  return open({ success, requestId: operationRequestId, ...result.required }, result.optional, result.rules)
}
