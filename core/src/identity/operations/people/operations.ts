import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../../runner/domain/entries/request.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { adminPermissions, superAdminShape, userAccountShape } from './shapes.js'

const INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.users',
  whileSuspended: true,
} as const

const SWITCH = {
  ...INTERACTIVE,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ userId, version, reason }, {}),
  result: mutationResult({ user: userAccountShape }, {}),
} as const

/**
 * People who administer the platform, and keys that act for people: seen and ended by people alone
 * (docs/contract#admin-operations).
 */
export const peopleOperations = operationsAbout('People', {
  listSuperAdmins: {
    ...INTERACTIVE,
    summary: 'List super admins and what they may do',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgainForAll('act'),
    request: pageRequest({}, {}),
    result: pageResult({ superAdmins: list(superAdminShape) }),
  },
  setSuperAdminPermissions: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Say what a super admin may do',
    description: 'Nobody changes their own permissions, so that somebody is always left who may do this.',
    mutation: true,
    effect: 'changes',
    controls: ['reason', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest({ userId, permissions: adminPermissions, version, reason }, {}),
    result: mutationResult({ superAdmin: superAdminShape }, {}),
  },
  resetSecondFactor: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Propose that a super admin who lost the second factor enrols anew',
    description:
      'Once another super admin approves it, the factor and every session of theirs are gone, and they may do nothing until they have enrolled by a link to their own address. Nobody proposes or approves it for themselves.',
    mutation: true,
    effect: 'adds',
    quotas: ['pendingApprovals'],
    controls: ['reason', 'makerChecker', 'version'],
    refusals: ['NotFound'],
    request: mutationRequest({ userId, version, reason }, {}),
    result: mutationResult({ approval: approvalShape }, {}),
  },
  disableUser: {
    ...SWITCH,
    effect: 'ends',
    stepUp: true,
    summary: 'Let a user in no more',
    description:
      'The user’s sessions end at once, and the keys that the user sponsors are refused. Nobody disables themselves.',
  },
  endUserSessions: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'End all sessions of a user, who can sign in again',
    description:
      'At the API, the website and the console. The user gets an email. Nobody ends their own here.',
    mutation: true,
    effect: 'ends',
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest({ email: emailAddress, reason }, {}),
    result: mutationResult({ ended: integer({ min: 0, description: 'How many sessions ended.' }) }, {}),
  },
  enableUser: { ...SWITCH, stepUp: true, effect: 'changes', summary: 'Let a disabled user sign in again' },
} as const satisfies Entries)
