import type { Organization } from './records.js'

/** Which Organizations are looked for. */
export interface OrganizationSearch {
  readonly status: Organization['status'] | undefined
  /** Part of a name, whatever its case, or the beginning of an identifier. */
  readonly text: string | undefined
}

/** Whether a name has a part, whatever its case. */
export const hasWords = (name: string, part: string): boolean =>
  name.normalize('NFC').toLowerCase().includes(part.normalize('NFC').toLowerCase())

/** Whether an Organization is one that is looked for. */
export const isSoughtOrganization = (
  { organizationId, displayName, legalName, status: present }: Organization,
  { status, text }: OrganizationSearch,
): boolean =>
  (status === undefined || present === status) &&
  (text === undefined ||
    organizationId.startsWith(text) ||
    hasWords(displayName, text) ||
    hasWords(legalName, text))
