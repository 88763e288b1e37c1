import { ownInvitationView } from './views.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MEMBERS_AT_WEBSITE } from './entry-parts.js'
import { runAgainFromAnywhere } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { ownInvitationShape } from './shapes.js'

/** The open invitations of the caller's own address. */
export const listOwnInvitationsEntry = entryOf('Members', 'listOwnInvitations', {
  ...MEMBERS_AT_WEBSITE,
  summary: "List the caller's invitations",
  description: 'Lists invitations that can still be accepted, newest first.',
  tenant: 'none',
  permission: undefined,
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  live: runAgainFromAnywhere('act'),
  request: readRequest({}, {}),
  result: readResult(
    { invitations: list(ownInvitationShape, { description: 'The open invitations of the caller.' }) },
    {},
  ),
})

/** Enough in practice: no one has more open invitations at once. */
const MOST_OWN_INVITATIONS = 100

export const listOwnInvitations = reading(listOwnInvitationsEntry, {
  read: async ({ facts: { user }, nowMs }, { storage }) => {
    const read = await storage.people.invitationsOf(user.emailKey, nowMs, MOST_OWN_INVITATIONS)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, {
      invitations: value.map(({ invitation, ...names }) => ownInvitationView(invitation, names)),
    })
  },
})
