/** The longest body of an operation, whoever calls it (decisions 2). */
export const OPERATION_BODY_BYTES = 256 * 1024
