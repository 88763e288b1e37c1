import { isId } from '../../../kernel/ids/id.js'
import type { CredentialOrigin } from '../../use-cases/credentials/new-credential.js'
import type { AuthorizedCall } from '../../../runner/use-cases/implementation.js'

/** The caller as the creator of a credential: a person, or the person behind an Agent key, and the key. */
export const creatorOf = ({
  facts,
  signature: { credentialId = '' },
}: AuthorizedCall<unknown>): CredentialOrigin => ({
  createdBy: facts.user.userId,
  createdByKey: isId('agk', credentialId) ? credentialId : undefined,
})
