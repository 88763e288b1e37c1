import { readFileSync } from 'node:fs'
import { openApiDocument, sendingDocument } from '@postrider/contracts/openapi/document'
import { openApiText, sending30Text, sendingText } from '@postrider/contracts/openapi/document-text'
import { inOpenApi30 } from '@postrider/contracts/openapi/openapi-30'
import { EVENT_TYPES } from '@postrider/core/feed/domain/event-note'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import type { Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import { AUDIENCES, type Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { VOCABULARY } from '@postrider/wiring/providers'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import { builtDocument } from '../built-document.js'
import { hasKey, isJsonObject, pointer, within } from '../contract-document.js'

const document = openApiDocument(VOCABULARY)
const committed = new URL('../../../../contracts/openapi.json', import.meta.url)
const sending = sendingDocument()

describe('The OpenAPI document', () => {
  it('matches its generated form', () => {
    const same = readFileSync(committed, 'utf8') === openApiText(VOCABULARY)
    expect(same, 'run npm run fix').to.equal(true)
  })

  it('matches its generated form in the build, and so do its parts', () => {
    const texts = {
      'openapi.json': openApiText(VOCABULARY),
      'openapi.sending.json': sendingText(),
      'openapi.sending-3.0.json': sending30Text(),
    }
    for (const [name, text] of Object.entries(texts))
      expect(builtDocument(name) === text, `${name}: run npm run build`).to.equal(true)
  })

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(
      JSON.parse(openApiText(VOCABULARY)) as Record<string, unknown>,
    )
    expect(result.errors ?? [], JSON.stringify(result.errors)).to.deep.equal([])
    expect(result.valid).to.equal(true)
    expect(document['openapi']).to.equal('3.1.0')
    expect(within(document, ['info', 'version'])).to.equal('1.2.0')
  })

  it('describes every route, its credential and all its statuses', () => {
    for (const route of ROUTE_LIST) {
      const operation = within(document, ['paths', route.path, route.method.toLowerCase()])
      expect(within(operation, ['operationId'])).to.equal(route.operationId)
      expect(within(operation, ['responses'])).to.include.keys(
        route.answers.map(({ status }) => String(status)),
      )
    }
  })

  it('requires the credential of the boundary', () => {
    const schemes = {
      none: [],
      server: [{ serverCredential: [] }],
      user: [{ userAccessToken: [] }],
      agent: [{ agentKey: [] }],
    }
    for (const { path, method, boundary } of ROUTE_LIST)
      expect(within(document, ['paths', path, method.toLowerCase(), 'security']), path).to.deep.equal(
        schemes[boundary],
      )
    expect(within(document, ['components', 'securitySchemes'])).to.have.all.keys(
      'serverCredential',
      'userAccessToken',
      'agentKey',
    )
  })

  it('describes every control operation with a path of its own, next to the shared one', () => {
    const paths = Object.keys(within(document, ['paths']) ?? {}).filter((path) =>
      path.startsWith('/v1/control/'),
    )
    const names = operationsFor('customerControl')
    expect(paths).to.have.members(['/v1/control/{operation}', ...names.map((name) => `/v1/control/${name}`)])
    for (const name of names) {
      const operation = within(document, ['paths', `/v1/control/${name}`, 'post'])
      const { permission, mutation }: Operation = OPERATIONS[name]
      expect(within(operation, ['operationId'])).to.equal(name)
      expect(within(operation, ['security']), name).to.deep.equal([{ userAccessToken: [] }])
      if (permission !== undefined) expect(within(operation, ['description']), name).to.include(permission)
      const responses = within(operation, ['responses'])
      expect(responses, name).to.include.keys('200', '400', '401', '413', '415', '429', '500', '503')
      expect(hasKey(responses, '409'), name).to.equal(mutation)
      const header = within(responses, ['200', 'headers', 'Idempotency-Replayed'])
      expect(header !== undefined, name).to.equal(mutation)
    }
  })

  it('gives an operation exactly its possible refusals', () => {
    const codes = (name: string, status: string): unknown => {
      const place = ['paths', `/v1/control/${name}`, 'post', 'responses', status, '$ref']
      const reference = within(document, place)
      const response = typeof reference === 'string' ? reference.slice(2).split('/') : []
      return response.length === 0 ? undefined : within(document, [...response, 'x-error-codes'])
    }
    expect(codes('registerApp', '403')).to.deep.equal(['permission_denied', 'organization_suspended'])
    expect(codes('closeChat', '403')).to.deep.equal(['permission_denied'])
    expect(codes('listOrganizationMembers', '403')).to.deep.equal(['permission_denied'])
    expect(codes('inviteOrganizationMember', '401')).to.include('second_factor_required')
    expect(codes('listOrganizationMembers', '404')).to.deep.equal(['not_found'])
    expect(codes('createOrganization', '404')).to.equal(undefined)
    expect(codes('acceptOrganizationInvitation', '404')).to.deep.equal(['not_found'])
    expect(codes('acceptOrganizationInvitation', '403')).to.equal(undefined)
    expect(codes('saveOrganizationBudget', '409')).to.deep.equal(['idempotency_conflict', 'conflict'])
  })

  it('gives each operation its own name', () => {
    const ids = Object.values(within(document, ['paths']) ?? {}).flatMap((methods: unknown) =>
      Object.values(isJsonObject(methods) ? methods : {}).map((operation) =>
        within(operation, ['operationId']),
      ),
    )
    const operations = AUDIENCES.flatMap(operationsFor)
    expect(ids).to.have.length(ROUTE_LIST.length + operations.length)
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it('has a webhook for each type of events, which the part for generators of clients has not', () => {
    const webhooks = within(document, ['webhooks']) ?? {}
    expect(Object.keys(webhooks)).to.deep.equal(EVENT_TYPES)
    const delivered = within(webhooks, ['message.delivered', 'post'])
    expect(within(delivered, ['operationId'])).to.equal('onMessageDelivered')
    const schema = within(delivered, ['requestBody', 'content', 'application/json', 'schema', 'allOf'])
    expect(schema).to.deep.equal([
      { $ref: '#/components/schemas/Event' },
      {
        type: 'object',
        properties: {
          type: { const: 'message.delivered', description: 'Type of the event: always `message.delivered`.' },
          data: { $ref: '#/components/schemas/MessageEventData' },
        },
      },
    ])
    expect(sending).not.to.have.property('webhooks')
    expect(within(sending, ['components', 'schemas'])).not.to.have.property('MessageEventData')
  })

  it('gives each name one shape', () => {
    const parts = ROUTE_LIST.flatMap(({ request, answers }) => [
      ...Object.values(request),
      ...answers.flatMap(({ body }) => (body === undefined ? [] : [body])),
    ])
    const ends = Object.values(OPERATIONS).flatMap(({ request, result }) => [request, result])
    const shapes = new Map<string, ShapeNode>()
    for (const shape of [...parts, ...ends].flatMap(shapesWithin)) {
      const { name } = shape.rules
      if (name === undefined) continue
      expect(shapes.get(name) ?? shape, name).to.equal(shape)
      shapes.set(name, shape)
    }
    expect(shapes.size).to.be.above(40)
  })

  it('closes requests and leaves responses open', () => {
    expect(within(document, ['components', 'schemas', 'MessageRequest', 'additionalProperties'])).to.equal(
      false,
    )
    for (const name of ['AcceptedMessage', 'Message', 'Error', 'Balance', 'UsagePage'])
      expect(within(document, ['components', 'schemas', name]), name)
        .to.be.an('object')
        .that.does.not.have.property('additionalProperties')
  })

  it("has nothing next to a reference to a shape, where many tools don't read it", () => {
    const beside: string[] = []
    const walk = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return
      const names = Object.keys(part)
      const isReference = '$ref' in part && typeof part.$ref === 'string'
      if (isReference && names.some((name) => name !== '$ref' && name !== 'description')) beside.push(place)
      for (const [name, inner] of Object.entries(part)) walk(inner, `${place}/${name}`)
    }
    walk(document, '')
    expect(beside).to.deep.equal([])
  })

  it('gives each error response its own codes and the one schema of errors, which that of Agents extends', () => {
    const forbidden = within(document, ['paths', '/v1/messages', 'post', 'responses', '403'])
    expect(within(forbidden, ['x-error-codes']))
      .to.include.members(['budget_exceeded', 'price_unavailable'])
      .and.not.include('not_found')
    const error = { $ref: '#/components/schemas/Error' }
    for (const one of [document, sending]) {
      const errors = errorSchemasIn(one)
      expect(errors).to.have.length.above(30)
      for (const schema of errors)
        expect(schema).to.be.oneOf(['#/components/schemas/Error', '#/components/schemas/AgentError'])
      const schemas = Object.keys(within(one, ['components', 'schemas']) ?? {})
      expect(
        schemas.filter((name) => /Error/.test(name) && !/^(?:Agent|Field|Item)?Error$/.test(name)),
      ).to.deep.equal([])
    }
    expect(within(document, ['components', 'schemas', 'AgentError', 'allOf'])).to.deep.include(error)
  })

  it('has a part for client generators: named shapes, distinguished by a property, and a configurable address', () => {
    const schemas = within(sending, ['components', 'schemas'])
    expect(within(schemas, ['BatchRequest', 'properties', 'messages', 'items'])).to.deep.equal({
      $ref: '#/components/schemas/MessageRequest',
    })
    expect(schemas).not.to.have.property('LegacyBatchItem')
    expect(within(schemas, ['BatchResult', 'properties', 'items', 'items'])).to.deep.equal({
      $ref: '#/components/schemas/BatchItemResult',
    })
    expect(within(schemas, ['BatchItemResult', 'discriminator'])).to.deep.equal({
      propertyName: 'status',
      mapping: {
        accepted: '#/components/schemas/AcceptedBatchItem',
        replayed: '#/components/schemas/AcceptedBatchItem',
        rejected: '#/components/schemas/RejectedBatchItem',
      },
    })
    expect(sending['servers']).to.have.nested.property('[0].variables.baseUrl.default')
  })

  it('has the same part as OpenAPI 3.0, valid and without newer keywords', async () => {
    const old = inOpenApi30(sending)
    const result = await new Validator().validate(old)
    expect(result.errors ?? [], JSON.stringify(result.errors)).to.deep.equal([])
    expect(old['openapi']).to.equal('3.0.3')
    const text = JSON.stringify(old)
    for (const word of ['"const":', '"propertyNames":', '"if":', '"examples":', '"type":[', '"type":"null"'])
      expect(text, word).not.to.include(word)
    expect(Object.keys(old['paths'] ?? {})).to.deep.equal(Object.keys(sending['paths'] ?? {}))
    const item = within(old, ['components', 'schemas', 'BatchItemResult'])
    expect(within(item, ['required'])).to.deep.equal(['index', 'channel', 'status'])
    expect(within(item, ['properties'])).to.include.keys('messageId', 'estimatedCharge', 'error')
    expect(within(item, ['properties', 'status', 'enum'])).to.deep.equal(['accepted', 'replayed', 'rejected'])
    const cursor = within(old, ['components', 'schemas', 'UsagePage', 'properties', 'nextCursor'])
    expect(cursor).to.include({ type: 'string', nullable: true })
  })

  it('describes the form of every recipient', () => {
    const patternOf = (name: string): RegExp =>
      new RegExp(
        String(within(document, ['components', 'schemas', name, 'properties', 'to', 'pattern'])),
        'u',
      )
    const numbers = ['+447400123456', '+12015550123', '+2904123', '+919876543210']
    for (const number of numbers) {
      expect(number).to.match(patternOf('OtpRequest'))
      expect(number).to.match(patternOf('MessageRequest'))
    }
    expect('asha@example.com').to.match(patternOf('MessageRequest')).and.not.match(patternOf('OtpRequest'))
    for (const none of ['12', '0044740012345', '+0', '+44 7400 123456', 'nobody'])
      expect(none).not.to.match(patternOf('MessageRequest'))
  })

  it('marks the key of a send as required, and names the one exception', () => {
    for (const path of ['/v1/messages', '/v1/messages/batch', '/v1/otp']) {
      const parameters = within(document, ['paths', path, 'post', 'parameters'])
      const all: readonly unknown[] = Array.isArray(parameters) ? parameters : []
      const key = all.find((one) => within(one, ['name']) === 'Idempotency-Key')
      expect(within(key, ['required']), path).to.equal(true)
      if (path === '/v1/messages')
        expect(within(key, ['description'])).to.include('unless the request is a dry run')
    }
  })

  it('uses exactly its listed extensions: open sets, and paths that are described elsewhere', () => {
    const extensions = new Set(namesWithin(document).filter((name) => name.startsWith('x-')))
    expect(extensions).to.deep.equal(new Set(['x-extensible-enum', 'x-internal', 'x-error-codes']))
    const internal = Object.entries(document['paths'] ?? {}).filter(
      ([, path]) => within(path, ['post', 'x-internal']) === true,
    )
    expect(internal.map(([path]) => path)).to.deep.equal(['/v1/control/{operation}', '/v1/agent/{operation}'])
  })

  it('has only examples that match its own rules', () => {
    const ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      code: { optimize: false },
    })
    formats.default(ajv)
    ajv.addSchema({ $id: 'contract', ...document })
    const places = exampleDots(document, [])
    expect(places).to.have.length.above(30)
    for (const { schema, example } of places) {
      const validate = ajv.compile({ $ref: `contract#${pointer(schema)}` })
      expect(validate(example), `${schema.join(' ')}: ${ajv.errorsText(validate.errors)}`).to.equal(true)
    }
  })
})

/** The references of all error responses of a document, at any place. */
const errorSchemasIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap(errorSchemasIn)
  if (!isJsonObject(value)) return []
  const own = hasKey(value, 'x-error-codes')
    ? [within(value, ['content', 'application/json', 'schema', '$ref'])]
    : []
  return [...own, ...Object.values(value).flatMap(errorSchemasIn)]
}

const shapesWithin = (node: Node): readonly ShapeNode[] => {
  switch (node._tag) {
    case 'Shape':
      return [node, ...Object.values({ ...node.required, ...node.optional }).flatMap(shapesWithin)]
    case 'List':
      return shapesWithin(node.item)
    case 'Nullable':
    case 'Defaulted':
      return shapesWithin(node.inner)
    case 'Variant':
      return node.variants.flatMap(shapesWithin)
    default:
      return []
  }
}

const namesWithin = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(namesWithin)
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, part]) => [name, ...namesWithin(part)])
    : []
}

interface ExampleDot {
  readonly schema: readonly string[]
  readonly example: unknown
}

/** Each example with the place of its schema: next to it, or around it. */
const exampleDots = (value: unknown, at: readonly string[]): readonly ExampleDot[] => {
  if (!isJsonObject(value)) return []
  // A property can have this name too.
  const isOwn = at.at(-1) !== 'properties'
  const beside =
    !isOwn || value['example'] === undefined ? [] : [{ schema: [...at, 'schema'], example: value['example'] }]
  const { examples } = value
  const around =
    isOwn && Array.isArray(examples) ? examples.map((example: unknown) => ({ schema: at, example })) : []
  const parts = Object.entries(value).filter(([name]) => !isOwn || name !== 'example')
  return [...beside, ...around, ...parts.flatMap(([name, part]) => exampleDots(part, [...at, name]))]
}
