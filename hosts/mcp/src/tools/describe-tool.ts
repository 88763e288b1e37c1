import { capability } from '@postrider/contracts/capabilities/document'
import type { JsonObject } from '@postrider/contracts/openapi/json'
import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { inWords } from '@postrider/core/runner/domain/entries/published-shapes'
import { type OperationName, OPERATIONS } from '@postrider/core/assembly/registry'
import { hasToBeConfirmed } from '@postrider/core/runner/domain/results/confirmation'
import type { Agent } from '@postrider/core/identity/use-cases/callers/caller'
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import { trimSchema } from './trim-schema.js'

/**
 * Hints for clients about the operation. They aren't a security measure: the service checks permissions. By the
 * protocol, a tool isn't read-only by default, and the two other hints mean nothing for one that is.
 */
const hintsOf = ({ effect }: Operation): ToolAnnotations =>
  effect === 'reads'
    ? { readOnlyHint: true, openWorldHint: false }
    : { destructiveHint: effect !== 'adds', idempotentHint: true, openWorldHint: false }

const CONFIRM: JsonObject = { type: 'string', description: 'The `name` that was asked to be confirmed.' }

/**
 * Whether a call needs a `requestId` of its own: proposals and decisions about money are never assumed to be
 * repetitions.
 */
export const needsRequestId = ({ controls }: Operation): boolean => controls.includes('makerChecker')

/** If it can be omitted, only the server's instructions explain it, so that the list doesn't repeat that. */
const requestIdOf = (operation: Operation): JsonObject =>
  needsRequestId(operation)
    ? {
        type: 'string',
        description: 'Yours, of 8 characters or more: the same again does nothing twice.',
      }
    : { type: 'string' }

type Schema = JsonObject & { readonly properties?: JsonObject; readonly required?: readonly string[] }

/**
 * The schema of a tool's arguments: an Agent's body, with a `requestId` if it is useful, and the
 * confirmation.
 */
const argumentsOf = (operation: Operation, schema: Schema): JsonObject => {
  const { requestId: _, ...properties } = schema.properties ?? {}
  const required = (schema.required ?? []).filter((name) => name !== 'requestId' || needsRequestId(operation))
  return {
    ...schema,
    properties: {
      ...properties,
      ...(operation.mutation ? { requestId: requestIdOf(operation) } : {}),
      ...(hasToBeConfirmed(operation) ? { confirm: CONFIRM } : {}),
    },
    required,
  }
}

/** The name as a title for people: `saveCustomerTemplateDraft` is "Save customer template draft". */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** An operation as a tool of the audience, short or in full (docs/mcp#size). */
const describeTool = (audience: Agent['audience'], operation: Operation, isFull: boolean): Tool => {
  const { name, summary, description } = operation
  const { requestSchema, resultSchema } = capability(audience, name, operation)
  const inputSchema = argumentsOf(
    operation,
    (isFull ? requestSchema : trimSchema(requestSchema as JsonObject)) as Schema,
  )
  const shown = { name, title: titleOf(name), inputSchema, annotations: hintsOf(operation) } as Tool
  return isFull
    ? {
        ...shown,
        description: description === undefined ? summary : `${summary}. ${description}`,
        outputSchema: resultSchema as Tool['outputSchema'],
      }
    : { ...shown, description: summary }
}

/** Describes tools, each once. */
export const createToolDescriptions = (vocabulary: Vocabulary) => {
  const kept = new Map<string, Tool>()
  return (audience: Agent['audience'], name: OperationName, isFull: boolean): Tool => {
    const key = `${audience} ${name} ${isFull}`
    const tool = kept.get(key) ?? describeTool(audience, inWords(OPERATIONS[name], vocabulary), isFull)
    kept.set(key, tool)
    return tool
  }
}
