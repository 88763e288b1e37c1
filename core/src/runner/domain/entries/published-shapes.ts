import type { ShapeField } from '../../../kernel/codecs/codec.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { requestId } from '../../../kernel/codecs/identifiers.js'
import { narrowed } from '../../../kernel/codecs/narrowed.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import type { Vocabulary } from '../../../kernel/codecs/vocabulary.js'
import { type Audience, isOfAgents, type Operation } from '../../../identity/domain/access/operation.js'
import { operationRequestId } from './request.js'

/** The operation with the words of a vocabulary in its shapes. */
export const inWords = (operation: Operation, vocabulary: Vocabulary): Operation => ({
  ...operation,
  request: narrowed(operation.request, vocabulary),
  result: narrowed(operation.result, vocabulary),
})

/**
 * The body of an operation as an audience writes it: an Agent always names its `requestId`
 * (docs/contract#agent-operations).
 */
export const requestFor = (audience: Audience, { request }: Operation): ShapeField => {
  if (!isOfAgents(audience)) return request
  const others = Object.entries(request.optional).filter(([name]) => name !== 'requestId')
  const required = { ...request.required, requestId: operationRequestId }
  return closed(required, Object.fromEntries(others), request.rules)
}

/**
 * The answer to an operation as an audience reads it: the result itself and what goes with it
 * (docs/contract#operations).
 */
export const answerFor = (audience: Audience, { result }: Operation): ShapeField => {
  if (!isOfAgents(audience)) return open({ ...result.required, requestId }, result.optional, result.rules)
  const success = flag({ description: 'True; an error has false here.' })
  return open({ success, requestId: operationRequestId, ...result.required }, result.optional, result.rules)
}
