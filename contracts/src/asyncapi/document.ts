import type { Field, ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import type { LiveReading, Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { CONTRACT_VERSION } from '../contract-version.js'
import { errorBody } from '../errors/error-body.js'
import { CLOSE_CODES } from '../live/close-codes.js'
import { callId, RPC_ERRORS } from '../live/frame.js'
import { LIVE_EVENTS, liveOver, liveTick } from '../live/live-events.js'
import { PROTOCOL_METHODS } from '../live/protocol-methods.js'
import type { Json, JsonObject } from '../openapi/json.js'
import { type Components, componentsAt, schemaOf, sorted } from '../openapi/schema.js'

const CHANNEL = 'console'

/** A frame as a schema: always JSON-RPC 2.0, with only the named properties. */
const frame = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: ['jsonrpc', ...Object.keys(properties)],
  properties: { jsonrpc: { const: '2.0' }, ...properties },
  additionalProperties: false,
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
  readonly params: ShapeField
  readonly result: Field
  readonly more: JsonObject
}

const onChannel = (message: string): JsonObject => ({ $ref: `#/channels/${CHANNEL}/messages/${message}` })

/** Parameters may be omitted if they may be empty. */
const callPayload = (id: JsonObject, method: string, params: JsonObject): JsonObject => {
  const payload = frame({ id, method: { const: method }, params })
  return params['required'] === undefined ? { ...payload, required: ['jsonrpc', 'id', 'method'] } : payload
}

const addCalled = (
  { components, messages, operations }: Collected,
  { name, summary, params, result, more }: CalledMethod,
): void => {
  const id = schemaOf(callId, 'request', components)
  const callParams = schemaOf(params, 'request', components)
  messages[`${name}.call`] = { summary, payload: callPayload(id, name, callParams) }
  messages[`${name}.answer`] = { payload: frame({ id, result: schemaOf(result, 'response', components) }) }
  operations[name] = {
    action: 'receive',
    channel: { $ref: `#/channels/${CHANNEL}` },
    summary,
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
  summary: string,
  params: JsonObject,
): void => {
  messages[method] = { summary, payload: frame({ method: { const: method }, params }) }
  operations[method] = {
    action: 'send',
    channel: { $ref: `#/channels/${CHANNEL}` },
    summary,
    messages: [onChannel(method)],
  }
}

const errorSchema = (
  codes: readonly number[],
  data: JsonObject,
  required: readonly string[],
): JsonObject => ({
  type: 'object',
  required,
  properties: { code: { enum: codes }, message: { type: 'string' }, data },
  additionalProperties: false,
})

const addErrors = ({ components, messages }: Collected): void => {
  const id = schemaOf(callId, 'request', components)
  const data = schemaOf(errorBody, 'response', components)
  const { refused, ...others } = RPC_ERRORS
  messages['refused'] = {
    summary: 'The call is refused; data has the body of every error answer.',
    payload: frame({ id, error: errorSchema([refused.code], data, ['code', 'message', 'data']) }),
  }
  const codes = Object.values(others).map(({ code }) => code)
  messages['notTheProtocol'] = {
    summary: 'What came was no call, or none that the protocol knows; of the former nobody knows the id.',
    payload: frame({
      id: { anyOf: [id, { type: 'null' }] },
      error: errorSchema(codes, data, ['code', 'message']),
    }),
  }
}

const aboutLive = ({ by, kinds, againAfterMs }: LiveReading): JsonObject => ({
  by,
  kinds,
  ...(againAfterMs === undefined ? {} : { againAfterMs }),
})

/** The description of an operation, except its shapes. */
const aboutOperation = ({ subject, description, live }: Operation): JsonObject => ({
  tags: [{ name: subject }],
  ...(description === undefined ? {} : { description }),
  ...(live === undefined ? {} : { 'x-live': aboutLive(live) }),
})

const addOperations = (collected: Collected, vocabulary: Vocabulary): void => {
  for (const name of operationsFor('adminConsole')) {
    const operation = inWords(OPERATIONS[name], vocabulary)
    addCalled(collected, {
      name,
      summary: operation.summary,
      params: requestFor('adminConsole', operation),
      result: answerFor('adminConsole', operation),
      more: aboutOperation(operation),
    })
  }
}

const addNotifications = (collected: Collected): void => {
  const schema = (shape: ShapeField): JsonObject => schemaOf(shape, 'response', collected.components)
  const events: readonly Json[] = Object.values(LIVE_EVENTS).map(schema)
  addSent(collected, 'live.event', 'What a subscription shows has changed', { oneOf: events })
  addSent(collected, 'live.over', 'A subscription is over', schema(liveOver))
  addSent(collected, 'live.tick', 'How far the server has come, every five seconds', schema(liveTick))
}

const closings = Object.values(CLOSE_CODES)
  .map(({ code, meaning }) => `- ${code}: ${meaning}`)
  .join('\n')

const introduction = [
  'JSON-RPC 2.0, one object a text frame; `id` is required, and there are no batches. A method without a dot is an',
  'operation, whose answer is that of the runner of all operations. Sockets end for these reasons:',
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
  for (const [name, { summary, params, result }] of Object.entries(PROTOCOL_METHODS))
    addCalled(collected, { name, summary, params, result, more: { tags: [{ name: 'Protocol' }] } })
  addOperations(collected, vocabulary)
  addNotifications(collected)
  const { components, messages, operations } = collected
  const onTheChannel = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])
  return {
    asyncapi: '3.0.0',
    info: { title: `${product.name}'s console`, version: CONTRACT_VERSION, description: introduction },
    defaultContentType: 'application/json',
    channels: {
      [CHANNEL]: {
        address: '/socket',
        description:
          'One WebSocket with the subprotocol `postrider.console.v1`, for a living session at the console.',
        messages: Object.fromEntries(onTheChannel) as JsonObject,
        bindings: { ws: { method: 'GET' } },
      },
    },
    operations,
    components: { messages, schemas: sorted(components.schemas) },
  }
}
