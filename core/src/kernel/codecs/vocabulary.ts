/** Words that are known only where a process is put together: a shape names their set, and takes any name until it is told. */
export interface Vocabulary {
  /** The kinds of the providers that can be called, in the order of the list that the core was given. */
  readonly providerKinds: readonly string[]
}
