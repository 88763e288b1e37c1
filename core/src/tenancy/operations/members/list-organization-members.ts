import { invitationView, memberView } from './views.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { memberShape, invitationShape } from './shapes.js'

/** An Organization's members ordered by id; the first page also has its pending invitations, newest first. */
export const listOrganizationMembersEntry = entryOf('Members', 'listOrganizationMembers', {
  ...MEMBERS,
  summary: "List an Organization's members and invitations",
  description:
    'Lists members with their roles. The newest 100 invitations, in any status, are on the first page.',
  success: 'A page of members and invitations.',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  live: runAgain('act'),
  request: pageRequest({ organizationId: organizationIdField }, {}),
  result: pageResult({
    members: list(memberShape, { description: 'The members on this page.' }),
    invitations: list(invitationShape, {
      description: 'The newest 100 invitations; only on the first page.',
    }),
  }),
})

/** The first page has at most this many, the newest ones; there are seldom more than a few. */
const MOST_INVITATIONS = 100

export const listOrganizationMembers = listing(listOrganizationMembersEntry, {
  positions: byId('usr'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: async ({ organizationId }, { position, readAhead }, { storage }) => {
    const members = await storage.people.members(organizationId, position, readAhead)()
    if (E.isLeft(members)) return members
    const { epoch, value: entries } = members.right
    if (position !== undefined) return E.right({ epoch, value: { entries, invitations: [] } })
    const invitations = await storage.people.invitations(organizationId, MOST_INVITATIONS)()
    if (E.isLeft(invitations)) return invitations
    return E.right({
      epoch: Math.max(epoch, invitations.right.epoch),
      value: { entries, invitations: invitations.right.value },
    })
  },
  positionOf: ({ userId }) => userId,
  show: (members, { invitations }, { nowMs }) => ({
    members: members.map(memberView),
    invitations: invitations.map((one) => invitationView(one, nowMs)),
  }),
})
