// Writes the types of the client from the contract: the requests and responses of customers' servers, as
// standalone interfaces.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** The requests and responses of calls. Referenced schemas are included. */
const ROOTS = [
  'MessageRequest',
  'AcceptedMessage',
  'DryRun',
  'Message',
  'MessageLookUp',
  'MessagePage',
  'BatchResult',
  'OtpRequest',
  'OtpChallenge',
  'OtpVerification',
  'Balance',
  'UsagePage',
  'EventPage',
  'TestMessagePage',
  'AuthCheck',
  'Readiness',
  'FieldError',
]

/** In the client, a batch may take several requests, and its result has the name `BatchResult`. */
const NAMES = { BatchResult: 'BatchAnswer' }

/** Named open sets. */
const NAMED_SETS = {
  MessageState: ['Message', 'state'],
  FailureCode: ['Message', 'failureCode'],
  ErrorCode: ['Error', 'code'],
  EventType: ['Event', 'type'],
}

const OPEN = 'x-extensible-enum'

const nameOf = (reference) => {
  const name = reference.split('/').at(-1)
  return NAMES[name] ?? name
}

const union = (values) => values.map((value) => `'${value}'`).join(' | ')

/** The current values, and any other: an old client must accept responses of a newer service. */
const openUnion = (values) => `${union(values)} | (string & {})`

const comment = ({ description }) =>
  description === undefined ? '' : `/** ${description.replaceAll(/\s+/g, ' ').replaceAll('*/', '')} */\n`

/** Writes schemas as types, without limits and examples. */
const typeWriter = (sets) => {
  const property = ([name, schema], required) =>
    `${comment(schema)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}\n`
  const objectOf = ({ properties, additionalProperties, required = [] }) =>
    properties === undefined
      ? `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>>`
      : `{\n${Object.entries(properties)
          .map((each) => property(each, required))
          .join('')}}`
  const plain = (type, schema) => {
    if (type === 'array') return `readonly (${typeOf(schema.items)})[]`
    if (type === 'object') return objectOf(schema)
    return type === 'integer' ? 'number' : type
  }
  const typeOf = (schema) => {
    if (schema.$ref !== undefined) return nameOf(schema.$ref)
    const choice = schema.oneOf ?? schema.anyOf
    if (choice !== undefined && schema.type === undefined) return choice.map(typeOf).join(' | ')
    if (schema[OPEN] !== undefined) return sets.get(schema[OPEN].join()) ?? openUnion(schema[OPEN])
    if (schema.enum !== undefined) return union(schema.enum)
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    return [schema.type]
      .flat()
      .map((type) => plain(type, schema))
      .join(' | ')
  }
  return typeOf
}

const referenceTo = (name) => ({ $ref: `#/components/schemas/${name}` })

/** The schema of an event's data, by the types of events that have it. */
const dataOfEvents = (webhooks) => {
  const types = new Map()
  for (const [type, { post }] of Object.entries(webhooks)) {
    const [, { properties }] = post.requestBody.content['application/json'].schema.allOf
    const data = nameOf(properties.data.$ref)
    types.set(data, [...(types.get(data) ?? []), type])
  }
  return types
}

/**
 * Events as a union that `type` tells apart. The type of unknown events ends with a mark that no text has, so
 * that a comparison with a known type leaves only the events of that type.
 */
const eventTypes = ({ Event: schema }, webhooks, typeOf) => {
  const properties = {
    ...schema.properties,
    type: { description: schema.properties.type.description, ...referenceTo('Type') },
    data: { description: schema.properties.data.description, ...referenceTo('Data') },
  }
  const known = [...dataOfEvents(webhooks)].map(([data, types]) => `EventOf<${union(types)}, ${data}>`)
  const unknown = 'EventOf<`${string} (unknown)`, Readonly<Record<string, unknown>>>'
  return [
    `${comment(schema)}export interface EventOf<Type, Data> ${typeOf({ ...schema, properties })}\n`,
    `${comment({ description: 'An event. Its `type` determines its `data`. The last kind is every type that is newer than this client, with any text as `type`.' })}export type Event = ${[...known, unknown].map((each) => `| ${each}`).join(' ')}\n`,
  ]
}

const reachable = (schemas, roots) => {
  const found = new Set()
  const visit = (name) => {
    if (found.has(name)) return
    found.add(name)
    JSON.stringify(schemas[name], (key, value) => {
      if (key === '$ref') visit(value.split('/').at(-1))
      return value
    })
  }
  roots.forEach(visit)
  return [...found].sort((a, b) => (a < b ? -1 : 1))
}

/** The text of the client's types, before it is formatted. */
const clientTypes = () => {
  const document = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8'))
  const { webhooks, components } = document
  const { schemas } = components
  const sets = new Map()
  const named = Object.entries(NAMED_SETS).map(([name, [schema, field]]) => {
    const set = schemas[schema].properties[field]
    sets.set(set[OPEN].join(), name)
    return `${comment(set)}export type ${name} = ${openUnion(set[OPEN])}\n`
  })
  const typeOf = typeWriter(sets)
  const roots = [...ROOTS, ...dataOfEvents(webhooks).keys()]
  const shapes = reachable(schemas, roots).flatMap((name) => {
    const schema = schemas[name]
    if (name === 'Event') return eventTypes(schemas, webhooks, typeOf)
    const isChoice = schema.oneOf !== undefined && schema.type === undefined
    const opening = isChoice ? `type ${NAMES[name] ?? name} =` : `interface ${NAMES[name] ?? name}`
    return `${comment(schema)}export ${opening} ${typeOf(schema)}\n`
  })
  return ['// Written by `npm run fix` from contracts/openapi.json.\n', ...named, ...shapes].join('\n')
}

/** Writes the types of the client; the caller formats them. */
export const writeClientTypes = () =>
  writeFileSync(join(root, 'clients/client/src/contract/shapes.ts'), clientTypes())

if (process.argv[1] === new URL(import.meta.url).pathname) writeClientTypes()
