import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { inWords } from '@postrider/core/runner/domain/entries/published-shapes'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { CONTRACT_VERSION } from '../contract-version.js'
import type { JsonObject } from '../openapi/json.js'
import { capability } from './document.js'

/** An operation as super admins call it: with what it asks of them, and how it is kept true where it is a live reading. */
const operatorOperation = (name: string, operation: Operation): JsonObject => {
  const { audiences, live, stepUp, subject } = operation
  return {
    ...capability('adminConsole', name, operation),
    subject,
    agentsToo: audiences.includes('adminAgent'),
    stepUp: stepUp === true,
    live: live === undefined ? null : { by: live.by, kinds: live.kinds },
  }
}

/**
 * Every operation of super admins with its schemas, those that are for people alone among them, which no published document
 * names. For super admins alone, as the repository keeps it and the console serves it.
 */
export const operatorOperationsText = (vocabulary: Vocabulary): string => {
  const operations = operationsFor('adminConsole').map((name) =>
    operatorOperation(name, inWords(OPERATIONS[name], vocabulary)),
  )
  return `${JSON.stringify({ contractVersion: CONTRACT_VERSION, operations }, null, 2)}\n`
}
