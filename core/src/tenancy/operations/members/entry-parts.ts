import { flag } from '../../../kernel/codecs/flag.js'
import { list } from '../../../kernel/codecs/list.js'
import { credentialShape } from '../../../identity/operations/credentials/shapes.js'
import { agentKeyShape } from '../../../identity/operations/keys/shapes.js'

export const MEMBERS = {
  audiences: ['customerControl'],
  keyKinds: [],
  controls: [],
} as const

export const revokeCreated = flag({
  description:
    '`true` also revokes the credentials that the member created, and the Agent keys that they sponsor. Default: `false`.',
})

/**
 * Credentials that a member created and keys that they sponsor: those that were valid before, in their
 * present state.
 */
export const CREATED_SECRETS = {
  credentials: list(credentialShape, { description: 'The server credentials that the member created.' }),
  agentKeys: list(agentKeyShape, { description: 'The Agent keys that the member sponsors.' }),
} as const

/** Entry parts of operations that people use only on the website, in person. */
export const MEMBERS_AT_WEBSITE = { ...MEMBERS, audiences: ['customerWebsite'], mutation: true } as const
