/** The longest body of an operation, whoever calls it (docs/contract#limits). */
export const OPERATION_BODY_BYTES = 256 * 1024

/** The longest body that is read of somebody who has not said who it is (docs/decisions/0029). */
export const PUBLIC_BODY_BYTES = 8 * 1024
