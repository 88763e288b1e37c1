import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { inWords } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { JsonObject } from '../openapi/json.js'
import { type Components, componentsAt } from '../openapi/schema.js'
import { registryDocument, sharedCapability } from './document.js'

/**
 * An operation as super admins call it: with its requirements, and how it is kept current if it is a live
 * reading.
 */
const operatorOperation = (name: string, operation: Operation, definitions: Components): JsonObject => {
  const { audiences, live, stepUp, subject } = operation
  return {
    ...sharedCapability('adminConsole', name, operation, definitions),
    subject,
    agentsToo: audiences.includes('adminAgent'),
    stepUp: stepUp === true,
    live: live === undefined ? null : { by: live.by, kinds: live.kinds },
  }
}

/**
 * Every operation of super admins with its schemas, including those that are only for people and that no
 * published document names. Only for super admins, as the build writes it and the console serves it.
 */
export const operatorOperationsText = (vocabulary: Vocabulary): string => {
  const definitions = componentsAt('#/$defs/')
  const operations = operationsFor('adminConsole').map((name) =>
    operatorOperation(name, inWords(OPERATIONS[name], vocabulary), definitions),
  )
  return `${JSON.stringify(registryDocument(operations, definitions), null, 2)}\n`
}
