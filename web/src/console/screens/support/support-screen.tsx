import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { plainWords, shortId, shownText } from '../../../format/shown-text.js'
import { SUPPORT_TEXTS as t } from '../../language/support-texts.js'
import { ListPane } from '../../../parts/list-pane.js'
import { TagWord } from '../../../parts/boxes.js'
import { FilterBar, type FilterOption } from '../../../parts/filter-bar.js'
import { ForeignText, SinceText } from '../../../parts/words.js'
import { address, pathParts, pathWith } from '../../../state/address.js'
import { organizationName } from '../../state/names.js'
import { usePages } from '../../../state/pages.js'
import { useTitle } from '../../../state/title.js'
import { ChatPane } from './chat-pane.js'
import { TicketPane } from './ticket-pane.js'

type Row = ResultOf<'listSupportQueue'>['waiting'][number]

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const

const OPTIONS: readonly FilterOption[] = [
  { name: 'priority', label: t.priority, values: PRIORITIES, wordOf: plainWords },
]

const idOf = ({ ticket, chat }: Row): string => ticket?.ticketId ?? chat?.chatId ?? ''

const LIST = {
  rowsOf: ({ waiting }: ResultOf<'listSupportQueue'>) => waiting,
  keyOf: idOf,
  order: 'queue',
} as const

const TONES: Readonly<Record<string, string>> = { urgent: 'alarm', high: 'warn' }

const WaitingLink = ({ row, href, isCurrent }: { row: Row; href: string; isCurrent: boolean }) => {
  const about = row.ticket ?? row.chat
  if (about === undefined) return null
  return (
    <a href={href} data-row aria-current={isCurrent ? 'true' : undefined}>
      <b class="strong">
        <ForeignText text={about.subject} />
      </b>
      <span class="small quiet">
        {shownText(organizationName(about.organizationId) ?? shortId(about.organizationId))} ·{' '}
        <SinceText at={about.createdAt} />
      </span>
      <span class="row">
        <TagWord>{row.kind === 'chat' ? t.chat : t.ticket}</TagWord>
        {row.ticket !== undefined && (
          <TagWord tone={TONES[row.ticket.priority] ?? ''}>{row.ticket.priority}</TagWord>
        )}
      </span>
    </a>
  )
}

/** Who waits for support, the oldest first, and beside it what they say. */
export const SupportScreen = () => {
  const { filters } = address.value
  const priority = PRIORITIES.find((one) => one === filters['priority'])
  const open = pathParts.value[1]
  const list = usePages('listSupportQueue', priority === undefined ? {} : { priority }, LIST)
  const row = list.rows?.find((one) => idOf(one) === open)
  useTitle(
    row === undefined ? t.title : shownText((row.ticket ?? row.chat)?.subject ?? ''),
    open === undefined ? undefined : { title: t.title, href: pathWith('/support', filters) },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open desk'}>
      <ListPane
        label={t.list}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={<FilterBar options={OPTIONS} />}
        hasKeys
      >
        {(rows) => (
          <ul class="list">
            {rows.map((one) => (
              <li key={idOf(one)}>
                <WaitingLink
                  row={one}
                  href={pathWith(`/support/${idOf(one)}`, filters)}
                  isCurrent={idOf(one) === open}
                />
              </li>
            ))}
          </ul>
        )}
      </ListPane>
      {open?.startsWith('tkt_') === true && <TicketPane key={open} ticketId={open} onDone={list.retry} />}
      {open?.startsWith('cht_') === true && <ChatPane key={open} chatId={open} onDone={list.retry} />}
    </div>
  )
}
