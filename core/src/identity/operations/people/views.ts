import type * as t from 'io-ts'
import type { SuperAdmin, User } from '../../domain/people/user.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { superAdminShape, userAccountShape } from './shapes.js'

/** A user as shown to people who may disable users. */
export const userAccountView = ({
  userId,
  email,
  displayName,
  status,
  version,
}: User): t.TypeOf<typeof userAccountShape> => ({ userId, email, displayName, status, version })

/** A super admin as others see them; of the second factor, only the number of remaining codes. */
export const superAdminView = (
  { permissions, recoveryVerifiers, createdAtMs, version }: SuperAdmin,
  { userId, email, displayName, status, version: userVersion }: User,
): t.TypeOf<typeof superAdminShape> => ({
  userId,
  email,
  displayName,
  status,
  permissions,
  recoveryCodesLeft: recoveryVerifiers.length,
  createdAt: isoTime(createdAtMs),
  version,
  userVersion,
})
