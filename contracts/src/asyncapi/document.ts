import type { Field, ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import type { LiveReading, Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { CONTRACT_VERSION } from '../contract-version.js'
import { errorBody, errorBodyOf } from '../errors/error-body.js'
import { CLOSE_CODES } from '../live/close-codes.js'
import { callId, RPC_ERRORS, type RpcErrorName } from '../live/frame.js'
import { LIVE_EVENTS, liveOver, liveTick } from '../live/live-events.js'
import { PROTOCOL_METHODS } from '../live/protocol-methods.js'
import { composeExample, exampleFor } from '../openapi/compose-example.js'
import type { Json, JsonObject } from '../openapi/json.js'
import { type Components, componentsAt, schemaOf, sorted } from '../openapi/schema.js'

const CHANNEL = 'console'

/** A frame as a schema: always JSON-RPC 2.0, with only the named properties. */
const frame = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: ['jsonrpc', ...Object.keys(properties)],
  properties: { jsonrpc: { const: '2.0', description: 'Version of JSON-RPC.' }, ...properties },
  additionalProperties: false,
})

/** The ID of the call in all examples. */
const CALL = exampleFor(callId)

/** Examples of a message, each a whole frame. */
const framesLike = (...frames: readonly JsonObject[]): JsonObject => ({
  examples: frames.map((payload) => ({ payload: { jsonrpc: '2.0', ...payload } })),
})

/** The parts that the document collects while it is written. */
interface Collected {
  readonly components: Components
  readonly messages: Record<string, JsonObject>
  readonly operations: Record<string, JsonObject>
}

/** A method that clients call, with its result. */
interface CalledMethod {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly params: ShapeField
  readonly result: Field
  readonly more: JsonObject
}

const onChannel = (message: string): JsonObject => ({ $ref: `#/channels/${CHANNEL}/messages/${message}` })

const methodAndParams = (method: string, params: JsonObject): JsonObject => ({
  method: { const: method, description: 'Name of the method.' },
  params: { description: 'Parameters of the method.', ...params },
})

/** Parameters may be omitted if they may be empty. */
const callPayload = (id: JsonObject, method: string, params: JsonObject): JsonObject => {
  const payload = frame({ id, ...methodAndParams(method, params) })
  return params['required'] === undefined ? { ...payload, required: ['jsonrpc', 'id', 'method'] } : payload
}

const addCalled = (
  { components, messages, operations }: Collected,
  { name, summary, description, params, result, more }: CalledMethod,
): void => {
  const id = schemaOf(callId, 'request', components)
  const callParams = schemaOf(params, 'request', components)
  const call = { id: CALL, method: name, params: composeExample(params) }
  messages[`${name}.call`] = { summary, payload: callPayload(id, name, callParams), ...framesLike(call) }
  const answer = { description: 'Result of the method.', ...schemaOf(result, 'response', components) }
  messages[`${name}.answer`] = {
    payload: frame({ id, result: answer }),
    ...framesLike({ id: CALL, result: exampleFor(result) }),
  }
  operations[name] = {
    action: 'receive',
    channel: { $ref: `#/channels/${CHANNEL}` },
    summary,
    description,
    messages: [onChannel(`${name}.call`)],
    reply: {
      channel: { $ref: `#/channels/${CHANNEL}` },
      messages: [onChannel(`${name}.answer`), onChannel('refused'), onChannel('notTheProtocol')],
    },
    ...more,
  }
}

const addSent = (
  { messages, operations }: Collected,
  method: string,
  [summary, description]: readonly [summary: string, description: string],
  params: JsonObject,
  examples: readonly ShapeField[],
): void => {
  const frames = examples.map((shape) => ({ method, params: composeExample(shape) }))
  messages[method] = {
    summary,
    payload: frame(methodAndParams(method, params)),
    ...framesLike(...frames),
  }
  operations[method] = {
    action: 'send',
    channel: { $ref: `#/channels/${CHANNEL}` },
    summary,
    description,
    messages: [onChannel(method)],
  }
}

const meaningOf = ({ code, message }: RpcErrors[number]): string => `- \`${code}\`: ${message}`

/** The kinds of errors of a message. */
type RpcErrors = ReadonlyArray<(typeof RPC_ERRORS)[RpcErrorName]>

const errorSchema = (kinds: RpcErrors, data: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  description: 'The error of the call.',
  required,
  properties: {
    code: {
      enum: kinds.map(({ code }) => code),
      description: ['Error code of JSON-RPC.', ...kinds.map(meaningOf)].join('\n'),
    },
    message: {
      type: 'string',
      description: 'Explanation for people.',
      examples: kinds.map(({ message }) => message),
    },
    data,
  },
  additionalProperties: false,
})

/** The body of the example of a refused call. */
const REFUSAL = errorBodyOf('permission_denied', 'req_01k9x7c2v5n8q4r6t0w3y1z5bd')

const addErrors = ({ components, messages }: Collected): void => {
  const id = schemaOf(callId, 'request', components)
  const data = schemaOf(errorBody, 'response', components)
  const { refused, ...others } = RPC_ERRORS
  messages['refused'] = {
    summary: 'The call is refused. `data` has the same body as every error response.',
    payload: frame({ id, error: errorSchema([refused], data, ['code', 'message', 'data']) }),
    ...framesLike({ id: CALL, error: { ...refused, data: { ...REFUSAL } } }),
  }
  messages['notTheProtocol'] = {
    summary:
      "The frame isn't a valid call, or the protocol doesn't know its method. `id` is null if the frame has no readable ID.",
    payload: frame({
      id: { anyOf: [id, { type: 'null' }] },
      error: errorSchema(Object.values(others), data, ['code', 'message']),
    }),
    ...framesLike({ id: CALL, error: others.methodNotFound }, { id: null, error: others.parseError }),
  }
}

const aboutLive = ({ by, kinds, againAfterMs }: LiveReading): JsonObject => ({
  by,
  kinds,
  ...(againAfterMs === undefined ? {} : { againAfterMs }),
})

/** The description of an operation, except its shapes. */
const aboutOperation = ({ subject, live }: Operation): JsonObject => ({
  tags: [{ name: subject }],
  ...(live === undefined ? {} : { 'x-live': aboutLive(live) }),
})

const addOperations = (collected: Collected, vocabulary: Vocabulary): void => {
  for (const name of operationsFor('adminConsole')) {
    const operation = inWords(OPERATIONS[name], vocabulary)
    addCalled(collected, {
      name,
      summary: operation.summary,
      description: operation.description,
      params: requestFor('adminConsole', operation),
      result: answerFor('adminConsole', operation),
      more: aboutOperation(operation),
    })
  }
}

const addNotifications = (collected: Collected): void => {
  const schema = (shape: ShapeField): JsonObject => schemaOf(shape, 'response', collected.components)
  const event = {
    description: 'The event, in one of three forms.',
    oneOf: Object.values(LIVE_EVENTS).map(schema) as readonly Json[],
  }
  addSent(
    collected,
    'live.event',
    [
      'The result of a subscription changed',
      'Contains the new result, the changes, or a summary of many changes.',
    ],
    event,
    Object.values(LIVE_EVENTS),
  )
  addSent(
    collected,
    'live.over',
    [
      'A subscription has ended',
      'The server ended the subscription, for example because a permission was removed.',
    ],
    schema(liveOver),
    [liveOver],
  )
  addSent(
    collected,
    'live.tick',
    ['How far the server has read the change feed', 'Sent every five seconds.'],
    schema(liveTick),
    [liveTick],
  )
}

const closings = Object.values(CLOSE_CODES)
  .map(({ code, meaning }) => `- ${code}: ${meaning}`)
  .join('\n')

const introduction = [
  'JSON-RPC 2.0, with one object in each text frame. `id` is required, and batches are not supported. A method without a',
  'dot is an operation. Sockets are closed with these codes:',
  '',
  closings,
].join('\n')

/**
 * The document of the console's socket (AsyncAPI 3.0.0), derived entirely from the registry, the protocol's
 * methods and the vocabulary of the process that serves it. Only for super admins, because it names
 * operations that only they may call.
 */
export const asyncApiDocument = (vocabulary: Vocabulary, product: Product = DEFAULT_PRODUCT): JsonObject => {
  const collected: Collected = {
    components: componentsAt('#/components/schemas/'),
    messages: {},
    operations: {},
  }
  addErrors(collected)
  for (const [name, { summary, description, params, result }] of Object.entries(PROTOCOL_METHODS))
    addCalled(collected, {
      name,
      summary,
      description,
      params,
      result,
      more: { tags: [{ name: 'Protocol' }] },
    })
  addOperations(collected, vocabulary)
  addNotifications(collected)
  const { components, messages, operations } = collected
  const onTheChannel = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])
  return {
    asyncapi: '3.0.0',
    info: { title: `${product.name} console`, version: CONTRACT_VERSION, description: introduction },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: '/socket',
        description:
          'One WebSocket with the subprotocol `postrider.console.v1`. It needs an active console session.',
        messages: Object.fromEntries(onTheChannel) as JsonObject,
        bindings: { ws: { method: 'GET' } },
        'x-close-codes': Object.values(CLOSE_CODES).map((one) => ({ ...one })),
      },
    },
    operations,
    components: { messages, schemas: sorted(components.schemas) },
  }
}
