import type { Violation } from '@postrider/core/platform/domain/verification/invariants'

/** Returns a violation if a condition doesn't hold, and otherwise none. */
export const unless = (
  holds: boolean,
  invariant: string,
  subject: string,
  finding: string,
): readonly Violation[] => (holds ? [] : [{ invariant, subject, finding }])

/** One line per violation, for a test's error. */
export const lines = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ invariant, subject, finding }) => `${invariant} ${subject}: ${finding}`)
