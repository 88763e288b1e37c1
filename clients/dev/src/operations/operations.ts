import { REGISTRY } from './registry.js'

/** The used part of a JSON Schema of the registry. */
export interface RequestSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, RequestSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | RequestSchema
  readonly items?: RequestSchema
  readonly oneOf?: readonly RequestSchema[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** A published operation at one boundary. */
export interface Operation {
  readonly name: string
  readonly kind: 'person' | 'agent'
  readonly effect: 'reads' | 'adds' | 'changes' | 'ends'
  readonly summary: string
  readonly takes: RequestSchema
}

/** All published operations, those of people first. */
export const operations = (): readonly Operation[] => REGISTRY.map((text) => JSON.parse(text) as Operation)

/** An operation at each boundary that has it. */
export const operationsNamed = (name: string): readonly Operation[] =>
  operations().filter((each) => each.name === name)
