import type { KeyKind } from '../identity/domain/agents/agent-key.js'
import { grantableAmong } from '../runner/domain/grants/key-grant.js'
import { givableAmong } from '../runner/domain/grants/own-powers.js'
import { type OperationName, OPERATIONS } from './registry.js'

const ENTRIES = Object.values(OPERATIONS)

/** The operations that a key of this kind may have in its allowlist, in alphabetical order. */
export const grantable = (kind: KeyKind): readonly OperationName[] =>
  grantableAmong(ENTRIES, kind).map(({ name }) => name)

/** The operations that a key of this kind may have if it is created for another person. */
export const givable = (kind: KeyKind): readonly OperationName[] =>
  givableAmong(ENTRIES, kind).map(({ name }) => name)
