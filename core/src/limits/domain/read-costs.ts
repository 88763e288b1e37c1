/** How many rows of a page are charged as one read. */
export const ROWS_PER_READ = 10

/** The charge of a read of the sending API. */
export interface ReadCost {
  readonly counted: string
  /** `1`: one read. `page`: one read for each started ten rows of the requested `limit`. */
  readonly by: 'one' | 'page'
}

/** The charge of every read of the sending API, by operation (docs/api/limits#rate-limits, docs/quotas). */
export const READ_COSTS = {
  getMessage: { counted: 'one message', by: 'one' },
  checkCredential: { counted: 'the credential', by: 'one' },
  getBalance: { counted: 'the balance', by: 'one' },
  lookUpMessages: { counted: 'messages by `clientReference`; by `idempotencyKey` it is 1', by: 'page' },
  listUsage: { counted: 'a page of usage', by: 'page' },
  listSandboxMessages: { counted: 'a page of test messages', by: 'page' },
} as const satisfies Record<string, ReadCost>

/** How many reads a page of up to `limit` rows is charged as, at least 1. */
export const readsOf = (limit: number): number => Math.max(1, Math.ceil(limit / ROWS_PER_READ))
