import type { ResultOf } from '@postrider/core/assembly/registry'
import { callValues } from '../../forms/value-words.js'
import { TagWord } from '../../parts/boxes.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'

/** A server credential as it is listed. */
export type ListedCredential = ResultOf<'listServerCredentials'>['credentials'][number]

/** How its list is read. */
export const CREDENTIAL_LIST = {
  rowsOf: ({ credentials }: ResultOf<'listServerCredentials'>) => credentials,
  keyOf: ({ credentialId }: ListedCredential) => credentialId,
  order: 'queue',
} as const

/** What an action of a credential is called. */
export const actionWord = (action: string): string => t.actions[action] ?? action

/** Who created a credential, in words. */
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
