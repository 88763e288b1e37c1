/** How the sandbox lets a message come out, by the last four digits of where it goes (docs/contract#sandbox-outcomes). */
export const SANDBOX_OUTCOMES = {
  delivered: '0000',
  rejected: '0001',
  undelivered: '0002',
  unknown: '0003',
  late: '0004',
  flaky: '0005',
  duplicate: '0006',
  slow: '0007',
} as const

/** What is known of a message that the sandbox was told to let come out so. */
export type SandboxOutcome = keyof typeof SANDBOX_OUTCOMES
