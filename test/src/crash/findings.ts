import type { Violation } from '@postrider/core/platform/domain/verification/invariants'

/** Builds a violation when a condition does not hold; none when it does. */
export const unless = (
  holds: boolean,
  invariant: string,
  subject: string,
  finding: string,
): readonly Violation[] => (holds ? [] : [{ invariant, subject, finding }])

/** A line a violation, for a test's message. */
export const lines = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ invariant, subject, finding }) => `${invariant} ${subject}: ${finding}`)
