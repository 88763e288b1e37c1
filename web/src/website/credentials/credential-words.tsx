import type { ResultOf } from '@postrider/core/assembly/registry'
import { callValues } from '../../forms/value-words.js'
import { TagWord } from '../../parts/boxes.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'

/** A server credential in a list. */
export type ListedCredential = ResultOf<'listServerCredentials'>['credentials'][number]

/** The options of the credential list. */
export const CREDENTIAL_LIST = {
  rowsOf: ({ credentials }: ResultOf<'listServerCredentials'>) => credentials,
  keyOf: ({ credentialId }: ListedCredential) => credentialId,
  order: 'queue',
} as const

/** The name of a credential's action. */
export const actionWord = (action: string): string => t.actions[action] ?? action

/** The name of a credential's creator. */
export const creatorWords = (
  { createdBy }: Pick<ListedCredential, 'createdBy'>,
  nameOf: (userId: string) => string,
): string => {
  if (createdBy === null) return t.unknownCreator
  const name = nameOf(createdBy.userId)
  return createdBy.agentKeyId === null ? name : t.byKey(name)
}

callValues({ actions: actionWord })

/** Whether a credential may be used. */
export const CredentialStatus = ({ status }: Pick<ListedCredential, 'status'>) => (
  <TagWord tone={status === 'active' ? 'good' : ''}>{t.statuses[status]}</TagWord>
)
