import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, plainWords, shortId, shownText } from '../../format/shown-text.js'
import { SUPPORT_TEXTS as t } from './support-texts.js'
import { TagWord } from '../../parts/boxes.js'
import { ForeignText, SinceText } from '../../parts/words.js'
import { signedIn } from '../state/access.js'
import { organizationName, personName } from '../state/names.js'
import { isUnread } from '../state/support.js'

type Waiting = ResultOf<'listSupportQueue'>['waiting'][number]

/** A ticket or a chat in a support list. */
export type SupportCase = Waiting & { readonly operatorId?: string | null }

/** The identifier of a row's ticket or chat. */
export const caseIdOf = ({ ticket, chat }: SupportCase): string => ticket?.ticketId ?? chat?.chatId ?? ''

const TONES: Readonly<Record<string, string>> = { urgent: 'alarm', high: 'warn' }

const operatorWord = (operatorId: string): string =>
  operatorId === signedIn.value?.userId ? t.mine : shownText(personName(operatorId) ?? shortId(operatorId))

interface LinkProps {
  readonly row: SupportCase
  readonly href: string
  readonly isCurrent: boolean
}

/** Links to a ticket or a chat: its subject, its customer, its waiting time and its assignee. */
export const CaseLink = ({ row, href, isCurrent }: LinkProps) => {
  const about = row.ticket ?? row.chat
  if (about === undefined) return null
  const isOfQueue = row.operatorId === undefined
  return (
    <a href={href} data-row aria-current={isCurrent ? 'true' : undefined}>
      <b class="strong clamp">
        <ForeignText text={about.subject} />
      </b>
      <span class="small quiet">
        {shownText(organizationName(about.organizationId) ?? shortId(about.organizationId))} ·{' '}
        <SinceText at={isOfQueue ? about.createdAt : about.updatedAt} />
      </span>
      <span class="row">
        <TagWord>{row.kind === 'chat' ? t.chat : t.ticket}</TagWord>
        {!isOfQueue && <TagWord>{capitalized(plainWords(about.status))}</TagWord>}
        {row.ticket !== undefined && (
          <TagWord tone={TONES[row.ticket.priority] ?? ''}>{row.ticket.priority}</TagWord>
        )}
        {typeof row.operatorId === 'string' && (
          <span class="small quiet">{operatorWord(row.operatorId)}</span>
        )}
        {isUnread(caseIdOf(row)) && <TagWord tone="accent">{t.fresh}</TagWord>}
      </span>
    </a>
  )
}
