import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { hasSuperAdmin } from '@postrider/command/hosts/has-super-admin'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'admins'

/** Whether there is a super admin: without one nothing can be sent, and only a set-up can change that. */
export const checkAdmins = async (composition: Composition): Promise<readonly Finding[]> => {
  const found = await hasSuperAdmin(composition)()
  if (E.isLeft(found)) return [wrong(PART, `the super admins cannot be read: ${found.left.cause}`)]
  if (found.right) return [fine(PART, 'there is a super admin')]
  return [
    { verdict: 'note', part: PART, sentence: 'there is no super admin yet', advice: 'Run postrider setup.' },
  ]
}
