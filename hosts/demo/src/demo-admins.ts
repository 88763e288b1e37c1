import type { Composition } from '@postrider/wiring/compose'
import {
  aPassword,
  BY_DEMO,
  type DemoCaller,
  demoOperator,
  type DemoUser,
  withFreeAddress,
} from './demo-callers.js'

/** A super admin of the demo, with their credentials. */
export interface DemoAdmin extends DemoUser {
  readonly totpSecret: string
  /** The remaining codes: each run of the demo signs in with one. */
  readonly recoveryCodes: readonly string[]
}

/** Two people, for decisions that need two. */
export interface DemoAdmins {
  readonly admin: DemoAdmin
  readonly secondAdmin: DemoAdmin
}

const FEW_CODES = 3

/** Creates a super admin, as `postrider admin create` does. */
export const makeAdmin = async (
  { postrider }: Composition,
  localPart: string,
  displayName: string,
): Promise<DemoAdmin> => {
  const password = aPassword()
  const { email, made } = await withFreeAddress(localPart, (free) =>
    postrider.createSuperAdmin({ ...BY_DEMO, email: free, displayName, password }),
  )
  const { totpSecret, recoveryCodes } = made
  return { email, password, totpSecret, recoveryCodes }
}

/**
 * Signs in a super admin with their next recovery code, and gives them new ones before they run out. The
 * remaining codes are stored before the sign-in, because a used code is worthless.
 */
export const seat = async (
  composition: Composition,
  admin: DemoAdmin,
  remember: (admin: DemoAdmin) => void,
): Promise<DemoCaller> => {
  const [code = '', ...recoveryCodes] = admin.recoveryCodes
  remember({ ...admin, recoveryCodes })
  const caller = await demoOperator(composition, admin, code)
  if (recoveryCodes.length >= FEW_CODES) return caller
  const { reason } = BY_DEMO
  const { recoveryCodes: renewed } = await caller.run('renewRecoveryCodes', { reason })
  remember({ ...admin, recoveryCodes: renewed ?? [] })
  return caller
}
