/**
 * The outcomes of the sandbox, by the last four digits of the recipient (docs/api/sandbox#sandbox-outcomes).
 */
export const SANDBOX_OUTCOMES = {
  delivered: '0000',
  rejected: '0001',
  undelivered: '0002',
  unknown: '0003',
  late: '0004',
  flaky: '0005',
  duplicate: '0006',
  slow: '0007',
  read: '0008',
} as const

/** The name of a sandbox outcome. */
export type SandboxOutcome = keyof typeof SANDBOX_OUTCOMES

/** Whether a word is the name of a sandbox outcome. */
export const isOutcome = (word: string): word is SandboxOutcome => Object.hasOwn(SANDBOX_OUTCOMES, word)
