import type { Field, Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { DEFAULT_PRODUCT, type Product } from '@postrider/core/kernel/texts/product'
import { CONTRACT_VERSION } from '../contract-version.js'
import { READ_COSTS, type ReadCost, ROWS_PER_READ } from '@postrider/core/limits/domain/read-costs'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { batchRequest, messagesRequest } from '../messages/batch-request.js'
import { dryRun } from '../messages/dry-run.js'
import { idempotencyKey } from '../messages/idempotency-key.js'
import { operationRoutes } from './operation-routes.js'
import type { Route } from '../routes/route.js'
import { ROUTE_LIST } from '../routes/route-table.js'
import type { Json, JsonObject } from './json.js'
import { type Collections, HEADERS, anyBytesOf, exampleOf, responsesOf } from './responses.js'
import { componentsAt, schemaOf, sorted } from './schema.js'
import type { Components } from './schema.js'
import { WEBHOOK_PARAMETERS, webhooksOf } from './webhooks.js'

const tags: Readonly<Record<Route['tag'], string>> = {
  Messages: 'Send messages and read their status.',
  Events: 'Read what happened in an app, in order and without gaps, or receive it as webhooks.',
  Bulk: 'Apply one decision to many messages or delivery reports. For super admins.',
  Passcodes:
    'Send and verify one-time passcodes. Postrider generates the codes and never returns them to callers.',
  Money:
    'Read balances and financial activity. Amounts are integers in minor units, computed from an immutable ledger.',
  Billing: 'Read usage, prices and ledger proofs, and set balance alerts. At the website.',
  Webhooks: 'Manage webhook endpoints, which get the events of an app, and see their deliveries.',
  Credentials: "Manage server credentials, which customers' servers use to send and read.",
  Sessions: 'Sign in, renew a session, sign out, and reset a password.',
  Account: 'Read who is signed in and what belongs to their Organizations.',
  Members: 'Manage the members and invitations of an Organization.',
  Apps: 'Manage Brands, Projects and apps.',
  Templates: 'Write templates, submit them for review, and follow the review.',
  Support: 'Use tickets, chats and their attachments.',
  Inbound: 'Read and assign inbound messages. For super admins.',
  Suppressions:
    'Manage the suppression list: recipients that an Organization sends nothing to, or nothing promotional. For super admins.',
  Platform: 'Read the channels, currencies and limits of the platform.',
  Organizations: 'Manage Organizations. For super admins.',
  Senders: 'Senders of apps, their registrations, and the rules of countries.',
  Pricing: 'Manage prices. A price version never changes; a later one replaces it.',
  Approvals: 'Approve or reject what another super admin proposed.',
  Providers: 'Manage provider accounts, and the senders and providers of apps.',
  Audit: 'Read the audit log: who did what, when and why.',
  Keys: 'Manage Agent keys.',
  People: 'Manage users and the permissions of super admins.',
  Access: 'Manage your own password, sessions and recovery codes.',
  Sandbox: 'Read messages that the sandbox delivered in the test environment, and reply to them.',
  Start: 'Prepare the first message, and production.',
  Erasures: 'Erase the data of a recipient, and follow the progress.',
  Numbers: 'Allow prefixes of number ranges that are newer than the built-in tables. For super admins.',
  Service: 'Read the status and the documents of the service. No credential is needed.',
}

const securitySchemes = {
  serverCredential: {
    type: 'http',
    scheme: 'bearer',
    description: 'A server credential of a Registered App: `pr_<environment>_<selector>_<secret>`.',
  },
  agentKey: {
    type: 'http',
    scheme: 'bearer',
    description: "An Agent key: `prag_<kind>_<selector>_<secret>`. It can't send messages.",
  },
  userAccessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a user session: `prat_…`, returned by POST /v1/sessions.',
  },
} as const

/** The credentials of a boundary's callers. */
const security: Readonly<Record<Route['boundary'], readonly JsonObject[]>> = {
  none: [],
  server: [{ serverCredential: [] }],
  user: [{ userAccessToken: [] }],
  agent: [{ agentKey: [] }],
}

/**
 * The published contract: OpenAPI 3.1, derived entirely from the codecs, the route table and the vocabulary
 * of the process that publishes it.
 */
export const openApiDocument = (vocabulary: Vocabulary, product: Product = DEFAULT_PRODUCT): JsonObject =>
  documentOf(product, [...ROUTE_LIST, ...operationRoutes(vocabulary)], securitySchemes, {
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    hasWebhooks: true,
  })

/** Clients set the address of their installation: the default is that of a demo. */
const installationOf = ({ name }: Product): JsonObject => ({
  url: '{baseUrl}',
  description: `Your installation of ${name}.`,
  variables: {
    baseUrl: { default: 'http://127.0.0.1:8080', description: 'Base URL of the API, without /v1.' },
  },
})

/**
 * The part of the contract with which customers' servers send and read, for client generators. The
 * `Idempotency-Key` of every send is required, so that no client omits it, there is no dry run, and a batch
 * has no legacy aliases (docs/api/sending). Webhooks aren't calls, so they aren't in it.
 */
export const sendingDocument = (product: Product = DEFAULT_PRODUCT): JsonObject =>
  documentOf(
    product,
    ROUTE_LIST.filter(({ boundary }) => boundary === 'server').map(forGenerators),
    { serverCredential: securitySchemes.serverCredential },
    { servers: [installationOf(product)], hasWebhooks: false },
  )

const keyed = closed({ 'Idempotency-Key': idempotencyKey }, {})

const forGenerators = (route: Route): Route =>
  acceptsMessages(route)
    ? {
        ...route,
        request: {
          ...route.request,
          ...(route.request.body === batchRequest ? { body: messagesRequest } : {}),
          headers: keyed,
        },
        answers: route.answers.filter(({ body }) => body !== dryRun),
      }
    : route

/** OpenAPI 3.1, Contact Object. */
const contactOf = ({ supportAddress }: Product): JsonObject => {
  if (supportAddress === undefined) return {}
  const at = supportAddress.startsWith('https:') ? { url: supportAddress } : { email: supportAddress }
  return { contact: { name: 'Support', ...at } }
}

const documentOf = (
  product: Product,
  routes: readonly Route[],
  schemes: JsonObject,
  { servers, hasWebhooks }: { readonly servers: readonly JsonObject[]; readonly hasWebhooks: boolean },
): JsonObject => {
  const components = componentsAt('#/components/schemas/')
  const responses = new Map<string, JsonObject>()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const methods = (paths[route.path] ??= {})
    methods[route.method.toLowerCase()] = operationOf(route, { components, responses })
  }
  const webhooks = hasWebhooks ? { webhooks: webhooksOf(components) } : {}
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      version: CONTRACT_VERSION,
      summary: 'Multi-tenant messaging: SMS, email and WhatsApp, accepted durably and charged exactly.',
      description: introduction,
      ...contactOf(product),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: Object.entries(tags)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...webhooks,
    components: {
      securitySchemes: schemes,
      ...(hasWebhooks ? { parameters: WEBHOOK_PARAMETERS } : {}),
      headers: HEADERS,
      responses: sorted(responses),
      schemas: sorted(components.schemas),
    },
  }
}

const introduction = [
  'Requests with properties or parameters that are not described here are refused. Responses may gain properties, and',
  'open sets may gain values, so clients have to ignore unknown ones. Within `/v1`, changes only add to the contract.',
  'Amounts are integers in minor units of their currency. Times are ISO 8601 in UTC with milliseconds, or epoch',
  'milliseconds if the description says so. Lengths count Unicode code points. Lone surrogates and NUL are refused. An',
  'unknown path returns 404 `route_not_found`. A wrong method returns 405 `method_not_allowed` with `Allow`.',
].join('\n')

const operationOf = (route: Route, collections: Collections): JsonObject => {
  const { components } = collections
  const { bytes } = route
  const { path, query, headers, body } = route.request
  const parameters = [
    ...parametersOf('path', path, components),
    ...parametersOf('query', query, components),
    ...parametersOf('header', headers, components),
    ...(route.boundary === 'none' ? [] : [requestIdParameter]),
    ...(acceptsMessages(route) ? [traceparentParameter] : []),
  ]
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...descriptionOf(route),
    ...(isDescribedElsewhere(route) ? { 'x-internal': true } : {}),
    security: security[route.boundary],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, components) }),
    ...(bytes === undefined ? {} : { requestBody: { required: true, content: anyBytesOf(bytes) } }),
    responses: responsesOf(route, collections),
  }
}

const chargeOf = (operationId: string): readonly string[] => {
  const { by } = (READ_COSTS as Readonly<Record<string, ReadCost>>)[operationId] ?? { by: 'one' }
  return by === 'one' ? [] : [`Each ${ROWS_PER_READ} rows of \`limit\`, or part of them, count as one read.`]
}

const descriptionOf = ({ operationId, description, action, permission }: Route): JsonObject => {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...chargeOf(operationId),
    ...(action === undefined ? [] : [`Needs the action \`${action}\`.`]),
    ...(permission === undefined ? [] : [`Needs the permission \`${permission}\`.`]),
  ]
  return sentences.length === 0 ? {} : { description: sentences.join('\n\n') }
}

const requestBodyOf = (body: Field, components: Components): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: schemaOf(body, 'request', components), ...exampleOf(body) } },
})

const requestIdParameter: JsonObject = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'ID that correlates the request with logs and support. Default: a generated ID. A malformed one is ignored.',
  schema: { type: 'string', minLength: 2, maxLength: 128, pattern: '^[A-Za-z0-9._:-]+$' },
  example: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
}

/**
 * A path for all operations, in addition to that of each: it is for servers, and of no use to client
 * generators.
 */
const isDescribedElsewhere = ({ path }: Route): boolean => path.endsWith('/{operation}')

/** Routes that accept messages; verification of an OTP has a limit of its own. */
const acceptsMessages = ({ action, rate }: Route): boolean =>
  action === 'messages.send' && rate !== 'verifications'

const traceparentParameter: JsonObject = {
  name: 'traceparent',
  in: 'header',
  required: false,
  description:
    "Position of the request in the caller's distributed trace (W3C Trace Context). It is passed on unchanged with every message of the request; a malformed one is ignored.",
  schema: { type: 'string', minLength: 55 },
  example: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
}

const parametersOf = (
  place: 'path' | 'query' | 'header',
  shape: ShapeNode | undefined,
  components: Components,
): readonly JsonObject[] => {
  if (shape === undefined) return []
  const one = (name: string, node: Node, required: boolean): JsonObject => {
    const { description, ...schema } = schemaOf(node, 'request', components)
    const { requiredUnless: tie } = shape.rules
    const exception = tie?.field === name ? tie.exception : undefined
    const sentences = [description, exception].filter((sentence) => typeof sentence === 'string')
    const described = sentences.length === 0 ? {} : { description: sentences.join(' ') }
    // A parameter that only one exception makes optional is required for authors of clients.
    return { name, in: place, required: required || exception !== undefined, ...described, schema }
  }
  return [
    ...Object.entries(shape.required).map(([name, node]) => one(name, node, node._tag !== 'Defaulted')),
    ...Object.entries(shape.optional).map(([name, node]) => one(name, node, false)),
  ]
}
