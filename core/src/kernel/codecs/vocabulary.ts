/**
 * Words that are known only when a process is assembled. A shape names their set, and accepts any name until
 * it is narrowed.
 */
export interface Vocabulary {
  /** The kinds of the available providers, in the order of the list that the core was given. */
  readonly providerKinds: readonly string[]
}
