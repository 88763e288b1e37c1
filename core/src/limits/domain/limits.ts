/** The limits of requests, as documented for clients (docs/api/limits#limits). */
export const PLATFORM_LIMITS = {
  bodyBytes: 256 * 1024,
  batchBytes: 8 * 1024 * 1024,
  batchMessages: 50,
  variables: 50,
  variableCharacters: 500,
  pageEntries: 100,
  usageRangeDays: 31,
  attachmentBytes: 10 * 1024 * 1024,
} as const
