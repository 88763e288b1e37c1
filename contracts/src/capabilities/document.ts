import type { ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { AUDIENCES, type Audience, type Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { CONTRACT_VERSION } from '../contract-version.js'
import type { Json, JsonObject } from '../openapi/json.js'
import { type Components, componentsAt, type Direction, schemaOf, sorted } from '../openapi/schema.js'

/**
 * The capability registry (docs/api/operations#capability-registry): every operation that can be called, and
 * its callers.
 */
export const capabilitiesDocument = (vocabulary: Vocabulary): JsonObject => {
  const definitions = componentsAt('#/$defs/')
  const entriesOf = (audience: Audience): readonly JsonObject[] =>
    operationsFor(audience).map((name) =>
      sharedCapability(audience, name, inWords(OPERATIONS[name], vocabulary), definitions),
    )
  const operations = Object.fromEntries(AUDIENCES.map((audience) => [audience, entriesOf(audience)]))
  return registryDocument(operations, definitions)
}

/** A registry of operations whose schemas refer to the shared definitions of the document. */
export const registryDocument = (operations: Json, definitions: Components): JsonObject => ({
  contractVersion: CONTRACT_VERSION,
  jsonSchemaDialect: DIALECT,
  operations,
  $defs: sorted(definitions.schemas),
})

/** One operation as an audience may call it; its schemas contain every definition that they refer to. */
export const capability = (audience: Audience, name: string, operation: Operation): JsonObject =>
  entry(audience, name, operation, selfContained)

/** One operation of a document; named shapes are added to the definitions of that document. */
export const sharedCapability = (
  audience: Audience,
  name: string,
  operation: Operation,
  definitions: Components,
): JsonObject =>
  entry(audience, name, operation, (shape, direction) => schemaOf(shape, direction, definitions))

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Credentials of a kind that signs in have no key kinds. */
const entry = (
  audience: Audience,
  name: string,
  operation: Operation,
  schema: (shape: ShapeField, direction: Direction) => JsonObject,
): JsonObject => ({
  name,
  summary: operation.summary,
  mutation: operation.mutation,
  effect: operation.effect,
  keyKinds: audience === 'customerControl' ? [] : operation.keyKinds,
  permission: operation.permission ?? null,
  requestSchema: schema(requestFor(audience, operation), 'request'),
  resultSchema: schema(answerFor(audience, operation), 'response'),
  controls: operation.controls,
})

/** A schema with the definitions that it refers to in its own `$defs`. */
const selfContained = (shape: ShapeField, direction: Direction): JsonObject => {
  const definitions = componentsAt('#/$defs/')
  const schema = schemaOf(shape, direction, definitions)
  return {
    $schema: DIALECT,
    ...schema,
    ...(definitions.schemas.size === 0 ? {} : { $defs: sorted(definitions.schemas) }),
  }
}
