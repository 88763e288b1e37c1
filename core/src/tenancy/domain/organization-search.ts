import type { Organization } from './records.js'

/** The filter of an Organization search. */
export interface OrganizationSearch {
  readonly status: Organization['status'] | undefined
  /** Part of a name in any case, or the start of an identifier. */
  readonly text: string | undefined
}

/** Whether a name contains a text, ignoring case. */
export const hasWords = (name: string, part: string): boolean =>
  name.normalize('NFC').toLowerCase().includes(part.normalize('NFC').toLowerCase())

/** Whether an Organization matches the search. */
export const isSoughtOrganization = (
  { organizationId, displayName, legalName, status: present }: Organization,
  { status, text }: OrganizationSearch,
): boolean =>
  (status === undefined || present === status) &&
  (text === undefined ||
    organizationId.startsWith(text) ||
    hasWords(displayName, text) ||
    hasWords(legalName, text))
