import type { ResultOf } from '@postrider/core/assembly/registry'
import { TagWord } from '../../parts/boxes.js'
import { DatedText } from '../../parts/words.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { context } from '../state/access.js'

/** An Agent key in a list. */
export type ListedKey = ResultOf<'listOrganizationAgentKeys'>['agentKeys'][number]

/** The options of key lists. */
export const KEY_LIST = {
  rowsOf: ({ agentKeys }: ResultOf<'listOrganizationAgentKeys'>) => agentKeys,
  keyOf: ({ agentKeyId }: ListedKey) => agentKeyId,
  order: 'queue',
} as const

/** Whether a key may be used. */
export const KeyStatusTag = ({ status, sponsorId }: Pick<ListedKey, 'status' | 'sponsorId'>) => {
  if (status === 'awaiting_confirmation' && sponsorId === context.value?.user.userId)
    return <TagWord tone="warn">{t.waitsForYou}</TagWord>
  return <TagWord tone={status === 'active' ? 'good' : ''}>{t.statuses[status]}</TagWord>
}

/** The expiry of a key, if it has one. */
export const KeyEnd = ({ expiresAt }: Pick<ListedKey, 'expiresAt'>) =>
  expiresAt === null ? <TagWord tone="warn">{t.endless}</TagWord> : <DatedText at={expiresAt} />
