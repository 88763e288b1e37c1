/** The maximum body size of an operation, for all callers (docs/api/limits#limits). */
export const OPERATION_BODY_BYTES = 256 * 1024

/** The maximum body size of unauthenticated requests (docs/decisions/0029). */
export const PUBLIC_BODY_BYTES = 8 * 1024
