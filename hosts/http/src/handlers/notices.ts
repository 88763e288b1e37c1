import { deprecationHeaders, LEGACY_ALIASES } from '@postrider/contracts/deprecations/deprecations'
import { usesLegacyAlias } from '@postrider/contracts/messages/batch-request'
import type { OperationId } from './handler.js'

/** Headers that an answer gets for what its request's body uses, right or wrong; names and values in turn. */
export type Notice = (body: object) => readonly string[] | undefined

const LEGACY_NOTICE = deprecationHeaders(LEGACY_ALIASES)

const isLegacy = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && usesLegacyAlias(Object.keys(item))

const legacyNotice: Notice = (body) =>
  'messages' in body && Array.isArray(body.messages) && body.messages.some(isLegacy)
    ? LEGACY_NOTICE
    : undefined

/** Who uses the legacy aliases of the batch is told so, accepted or refused (docs/contract#versioning). */
export const NOTICES: { readonly [K in OperationId]?: Notice } = { sendBatch: legacyNotice }
