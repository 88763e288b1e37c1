/** Chance for back-off and sampling; not for secrets. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  fraction(): number
}
