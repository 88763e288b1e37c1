import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  eraseOrganizationRecipient,
  eraseOrganizationRecipientEntry,
  eraseRecipient,
  eraseRecipientEntry,
} from './erase-recipient.js'
import {
  listErasures,
  listErasuresEntry,
  listOrganizationErasures,
  listOrganizationErasuresEntry,
} from './list-erasures.js'

/** Operations about the erasure of recipients (docs/api/erasure). */
export const erasureOperations = {
  eraseRecipient: eraseRecipientEntry,
  listErasures: listErasuresEntry,
  eraseOrganizationRecipient: eraseOrganizationRecipientEntry,
  listOrganizationErasures: listOrganizationErasuresEntry,
} as const

/** Implementations of these operations. */
export const erasureImplementations = {
  eraseRecipient,
  listErasures,
  eraseOrganizationRecipient,
  listOrganizationErasures,
} satisfies ImplementationsOf<typeof erasureOperations>
