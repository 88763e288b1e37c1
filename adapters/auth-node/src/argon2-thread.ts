import { hashSync, verifySync } from '@node-rs/argon2'
import type { Options } from '@node-rs/argon2'

/** What a thread is asked to hash. */
interface HashTask {
  readonly password: string
  readonly parameters: Options
}

/** What a thread is asked to compare. */
interface VerifyTask {
  readonly kept: string
  readonly password: string
}

/** The PHC string of a password. */
export const hash = ({ password, parameters }: HashTask): string => hashSync(password, parameters)

/** Whether the password is the one that was kept. */
export const verify = ({ kept, password }: VerifyTask): boolean => verifySync(kept, password)
