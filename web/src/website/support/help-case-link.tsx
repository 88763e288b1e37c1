import { TagWord } from '../../parts/boxes.js'
import { ForeignText, WhenText } from '../../parts/words.js'
import { HELP_TEXTS as t } from './help-texts.js'

/** The fields of a ticket or a chat in a list. */
export interface HelpCaseRow {
  readonly ticketId?: string | undefined
  readonly chatId?: string | undefined
  readonly subject: string
  readonly status: keyof typeof t.statuses
  readonly priority?: keyof typeof t.priorities
  readonly updatedAt: string
}

const TONES: Readonly<Record<string, string>> = { waiting_customer: 'warn', resolved: 'good' }

/** The status of a ticket or a chat. */
export const HelpCaseStatus = ({ status }: Pick<HelpCaseRow, 'status'>) => (
  <TagWord tone={TONES[status] ?? ''}>{t.statuses[status]}</TagWord>
)

interface HelpCaseLinkProps {
  readonly row: HelpCaseRow
  readonly id: string
  readonly open: string | undefined
}

/** A row that links to a ticket or a chat. */
export const HelpCaseLink = ({ row, id, open }: HelpCaseLinkProps) => (
  <li>
    <a href={`/support/${id}`} data-row aria-current={id === open ? 'true' : undefined}>
      <b class="strong">
        <ForeignText text={row.subject} />
      </b>
      <span class="small quiet">
        {t.changed} <WhenText at={row.updatedAt} />
      </span>
      <span class="row">
        <HelpCaseStatus status={row.status} />
        {row.priority !== undefined && row.priority !== 'normal' && (
          <TagWord>{t.priorities[row.priority]}</TagWord>
        )}
      </span>
    </a>
  </li>
)
