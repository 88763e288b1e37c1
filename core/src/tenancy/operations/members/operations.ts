import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  acceptOrganizationInvitation,
  acceptOrganizationInvitationEntry,
} from './accept-organization-invitation.js'
import { acceptOwnInvitation, acceptOwnInvitationEntry } from './accept-own-invitation.js'
import {
  changeOrganizationMemberRole,
  changeOrganizationMemberRoleEntry,
} from './change-organization-member-role.js'
import { inviteOrganizationMember, inviteOrganizationMemberEntry } from './invite-organization-member.js'
import { leaveOrganization, leaveOrganizationEntry } from './leave-organization.js'
import { listOrganizationMembers, listOrganizationMembersEntry } from './list-organization-members.js'
import { listOrganizationRoles, listOrganizationRolesEntry } from './list-organization-roles.js'
import { listOwnInvitations, listOwnInvitationsEntry } from './list-own-invitations.js'
import { requireSecondFactor, requireSecondFactorEntry } from './require-second-factor.js'
import {
  resendOrganizationInvitation,
  resendOrganizationInvitationEntry,
} from './resend-organization-invitation.js'
import { revokeOrganizationMember, revokeOrganizationMemberEntry } from './revoke-organization-member.js'

/** The operations about an Organization's members and invitations (docs/api/access#invitations). */
export const memberOperations = {
  listOrganizationMembers: listOrganizationMembersEntry,
  inviteOrganizationMember: inviteOrganizationMemberEntry,
  acceptOrganizationInvitation: acceptOrganizationInvitationEntry,
  revokeOrganizationMember: revokeOrganizationMemberEntry,
  listOrganizationRoles: listOrganizationRolesEntry,
  resendOrganizationInvitation: resendOrganizationInvitationEntry,
  changeOrganizationMemberRole: changeOrganizationMemberRoleEntry,
  requireSecondFactor: requireSecondFactorEntry,
  leaveOrganization: leaveOrganizationEntry,
  listOwnInvitations: listOwnInvitationsEntry,
  acceptOwnInvitation: acceptOwnInvitationEntry,
} as const

/** The implementations of these operations. */
export const memberImplementations = {
  listOrganizationMembers,
  inviteOrganizationMember,
  acceptOrganizationInvitation,
  revokeOrganizationMember,
  listOrganizationRoles,
  resendOrganizationInvitation,
  changeOrganizationMemberRole,
  requireSecondFactor,
  leaveOrganization,
  listOwnInvitations,
  acceptOwnInvitation,
} satisfies ImplementationsOf<typeof memberOperations>
