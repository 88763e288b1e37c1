export const DOMAIN_RECORDS = ['spf', 'dkim', 'dmarc'] as const

export const RECORD_STATUSES = [
  'ok',
  'missing',
  'different',
  'several',
  'unaligned',
  'no_answer',
  'not_configured',
] as const

/** A DNS record of a sending domain: what it should be, what was found, and whether they agree. */
export interface DomainRecord {
  readonly record: (typeof DOMAIN_RECORDS)[number]
  /** The name at which it is published; undefined without a DKIM selector. */
  readonly name: string | undefined
  readonly status: (typeof RECORD_STATUSES)[number]
  readonly found: readonly string[]
  /** The TXT record to publish; undefined if it isn't known. */
  readonly publish: string | undefined
}

/** The records found at each name; undefined: no answer. */
export type FoundRecords = ReadonlyMap<string, readonly string[] | undefined>
