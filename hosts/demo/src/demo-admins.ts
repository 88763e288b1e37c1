import type { Composition } from '@postrider/wiring/compose'
import {
  aPassword,
  BY_DEMO,
  type DemoCaller,
  demoOperator,
  type DemoUser,
  withFreeAddress,
} from './demo-callers.js'

/** A super admin of the demo, with what they and their authenticator need. */
export interface DemoAdmin extends DemoUser {
  readonly totpSecret: string
  /** Those that are left: the demo sits down by one each time. */
  readonly recoveryCodes: readonly string[]
}

/** Two people who agree, where two have to. */
export interface DemoAdmins {
  readonly admin: DemoAdmin
  readonly secondAdmin: DemoAdmin
}

const FEW_CODES = 3

/** Makes a super admin, as `postrider admin create` does. */
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
 * Lets a super admin sit down by the next of their recovery codes, and gives them new ones before they run out. What they have
 * left is remembered before it is true: a code that was used helps nobody.
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
