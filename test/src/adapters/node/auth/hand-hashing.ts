import type { PasswordHasher } from '@postrider/node/auth/argon2-threads'

/** Hashing that ends when the test ends it, and records what started. */
export interface HandHashing extends PasswordHasher {
  /** The passwords whose hashing has started, in that order. */
  readonly begun: readonly string[]
  /** The passwords that are being hashed now. */
  running(): readonly string[]
  /**
   * Ends the running hashing at this position, in the order in which they started. An error makes it fail.
   */
  finish(at: number, error?: Error): void
}

interface Work {
  readonly password: string
  readonly end: (error: Error | undefined) => void
}

/** A new one without running work. A password hashes to itself. */
export const handHashing = (): HandHashing => {
  const begun: string[] = []
  let running: readonly Work[] = []
  const work = <T>(password: string, outcome: T): Promise<T> =>
    new Promise((resolve, reject) => {
      begun.push(password)
      const end = (error: Error | undefined): void => (error === undefined ? resolve(outcome) : reject(error))
      running = [...running, { password, end }]
    })
  return {
    hash: (password) => work(password, password),
    verify: (_kept, password) => work(password, true),
    begun,
    running: () => running.map(({ password }) => password),
    finish: (at, error) => {
      const chosen = running[at]
      if (chosen === undefined) throw new Error(`nothing is hashed at ${at}`)
      running = running.filter((each) => each !== chosen)
      chosen.end(error)
    },
  }
}
