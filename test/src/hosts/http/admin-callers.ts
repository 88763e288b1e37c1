/** All kinds of callers that try super admins' operations with a key. */
export const ADMIN_KEY_HOLDERS = [
  'nobody',
  'a malformed admin key',
  'an unknown admin key',
  'a server credential',
  'an access token of a super admin',
  'a customer key of a super admin',
  'a bootstrap key of a super admin',
  'a revoked admin key',
  'an expired admin key',
  'an admin key without the operation',
  'an admin key of a super admin who may everything',
  'an admin key of a super admin who may this alone',
  'an admin key of a super admin who may everything else',
  'an admin key of a super admin who was disabled a moment ago',
  'an admin key of a super admin who lost their permissions a moment ago',
  'an admin key of somebody who is no super admin',
] as const

/** All kinds of callers that try them at the console. */
export const OPERATORS = [
  'a person who is signed in, and is a super admin',
  'a super admin who may everything',
  'a super admin who may this alone',
  'a super admin who may everything else',
  'a super admin who confirmed a second factor six minutes ago',
  'a super admin who confirmed a second factor twelve hours ago',
  'a super admin who was disabled a moment ago',
  'a super admin whose password was changed a moment ago',
  'a super admin who lost their permissions a moment ago',
] as const

export type AdminKeyHolder = (typeof ADMIN_KEY_HOLDERS)[number]
export type OperatorHolder = (typeof OPERATORS)[number]
