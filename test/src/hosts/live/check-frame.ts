import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { builtDocument } from '../../contracts/built-document.js'
import type { HeardFrame } from './heard-frame.js'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** The same schema without additional properties: a client would ignore them, but here they are a leak. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isSchema(schema)) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  const isOpen = isSchema(schema['properties']) && schema['type'] === 'object'
  return isOpen && schema['additionalProperties'] === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}

const document = JSON.parse(builtDocument('asyncapi.json')) as {
  readonly components: { readonly messages: Record<string, { payload: Schema }>; readonly schemas: Schema }
}

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
ajv.addSchema({ $id: 'socket', components: closed(document.components) as Schema })
const validators = new Map<string, ValidateFunction>()

const validatorOf = (message: string): ValidateFunction | undefined => {
  if (document.components.messages[message] === undefined) return undefined
  const known = validators.get(message)
  const validate = known ?? ajv.compile({ $ref: `socket#/components/messages/${message}/payload` })
  validators.set(message, validate)
  return validate
}

/** The messages of the document that a frame may match. */
const messagesFor = ({ error, method }: HeardFrame, called: string | undefined): readonly string[] => {
  if (method !== undefined) return [method]
  return error === undefined ? [`${called}.answer`] : ['refused', 'notTheProtocol']
}

/** Throws unless asyncapi.json describes the frame. `called` is the method of the call, for a response. */
export const checkFrame = (frame: HeardFrame, called: string | undefined): void => {
  const messages = messagesFor(frame, called)
  const validates = messages.flatMap((message) => validatorOf(message) ?? [])
  if (validates.some((validate) => validate(frame))) return
  const problems = validates.flatMap(({ errors }) => errors ?? [])
  const details = problems.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')
  throw new Error(
    `a frame is none of ${messages.join(', ')}: ${details}\n${JSON.stringify(frame).slice(0, 1_000)}`,
  )
}
