import type { ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { AUDIENCES, type Audience, type Operation } from '@postrider/core/identity/domain/access/operation'
import { answerFor, inWords, requestFor } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { CONTRACT_VERSION } from '../contract-version.js'
import type { JsonObject } from '../openapi/json.js'
import { componentsAt, type Direction, schemaOf, sorted } from '../openapi/schema.js'

/**
 * The capability registry (docs/contract#capability-registry): every operation that can be called, and by whom.
 */
export const capabilitiesDocument = (vocabulary: Vocabulary): JsonObject => ({
  contractVersion: CONTRACT_VERSION,
  operations: Object.fromEntries(AUDIENCES.map((audience) => [audience, entriesOf(audience, vocabulary)])),
})

const entriesOf = (audience: Audience, vocabulary: Vocabulary): readonly JsonObject[] =>
  operationsFor(audience).map((name) => capability(audience, name, inWords(OPERATIONS[name], vocabulary)))

/** One operation as an audience may call it. No key is of a kind that signs in. */
export const capability = (audience: Audience, name: string, operation: Operation): JsonObject => ({
  name,
  summary: operation.summary,
  mutation: operation.mutation,
  effect: operation.effect,
  keyKinds: audience === 'customerControl' ? [] : operation.keyKinds,
  permission: operation.permission ?? null,
  requestSchema: selfContained(requestFor(audience, operation), 'request'),
  resultSchema: selfContained(answerFor(audience, operation), 'response'),
  controls: operation.controls,
})

/** A schema that needs nothing beside it: what it refers to is in its own `$defs`. */
const selfContained = (shape: ShapeField, direction: Direction): JsonObject => {
  const components = componentsAt('#/$defs/')
  const schema = schemaOf(shape, direction, components)
  const definitions = components.schemas.size === 0 ? {} : { $defs: sorted(components.schemas) }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, ...definitions }
}
