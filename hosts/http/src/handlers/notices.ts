import { deprecationHeaders, LEGACY_ALIASES } from '@postrider/contracts/deprecations/deprecations'
import { usesLegacyAlias } from '@postrider/contracts/messages/batch-request'
import type { OperationId } from './handler.js'

/**
 * Headers that a response gets for features that its request's body uses, valid or not; names and values
 * alternating.
 */
export type Notice = (body: object) => readonly string[] | undefined

const LEGACY_NOTICE = deprecationHeaders(LEGACY_ALIASES)

const isLegacy = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && usesLegacyAlias(Object.keys(item))

const legacyNotice: Notice = (body) =>
  'messages' in body && Array.isArray(body.messages) && body.messages.some(isLegacy)
    ? LEGACY_NOTICE
    : undefined

/**
 * Batches with legacy aliases get the deprecation headers, whether accepted or refused
 * (docs/api/conventions#versioning).
 */
export const NOTICES: { readonly [K in OperationId]?: Notice } = { sendBatch: legacyNotice }
