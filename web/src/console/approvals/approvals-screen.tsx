import type { ResultOf } from '@postrider/core/assembly/registry'
import { useRef } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { shortId } from '../../format/shown-text.js'
import { APPROVALS_TEXTS as t } from './approvals-texts.js'
import { priceWords } from '../providers/providers-texts.js'
import { pricedWord } from '../../language/channel-words.js'
import { ListPane } from '../../parts/list-pane.js'
import { SinceText } from '../../parts/words.js'
import { TabBar } from '../../parts/tab-bar.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { signedIn } from '../state/access.js'
import { personName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { approvalOwner } from './approval-question.js'
import { ApprovalRecord } from './approval-record.js'

type Row = ResultOf<'listApprovals'>['approvals'][number]

const STATUSES = ['pending', 'approved', 'rejected'] as const

const LIST = {
  rowsOf: ({ approvals }: ResultOf<'listApprovals'>) => approvals,
  keyOf: ({ approvalId }: Row) => approvalId,
  order: 'queue',
} as const

const termsOf = ({ price, money, secondFactor }: Row): string => {
  if (secondFactor !== undefined) return personName(secondFactor.userId) ?? shortId(secondFactor.userId)
  if (price !== undefined)
    return `${priceWords(pricedWord(price), price.destinationPrefix)}: ${moneyText(price.unitAmountMinor, price.currency)}`
  return money === undefined ? '' : `${moneyText(money.amountMinor, money.currency)}, ${money.environment}`
}

const ProposalLink = ({ row, href, isCurrent }: { row: Row; href: string; isCurrent: boolean }) => {
  const isOwn = row.maker.userId === signedIn.value?.userId
  return (
    <a href={href} data-row aria-current={isCurrent ? 'true' : undefined}>
      <b class="strong">
        {t.kinds[row.kind] ?? row.kind} · {approvalOwner(row)}
      </b>
      <span>{termsOf(row)}</span>
      <span class="small quiet">
        {isOwn && row.status === 'pending'
          ? t.yours
          : (personName(row.maker.userId) ?? shortId(row.maker.userId))}{' '}
        · <SinceText at={row.proposedAt} />
      </span>
    </a>
  )
}

interface OpenApproval {
  readonly row: Row | undefined
  /** Whether no proposal has this identifier or the reader may not see it. */
  readonly isMissing: boolean
}

/**
 * The open proposal, whether pending or decided. People who follow a link, or still have a decided proposal
 * open, see its outcome.
 */
const useOpenApproval = (open: string | undefined, rows: readonly Row[] | undefined): OpenApproval => {
  const listed = rows?.find(({ approvalId }) => approvalId === open)
  const isElsewhere = open !== undefined && rows !== undefined && listed === undefined
  const { data, error } = useReading('listApprovals', isElsewhere ? { approvalId: open } : undefined)
  const last = useRef<Row | undefined>(undefined)
  const before = last.current?.approvalId === open ? last.current : undefined
  last.current = listed ?? data?.approvals[0] ?? before
  return { row: last.current, isMissing: last.current === undefined && (data ?? error) !== undefined }
}

/** Proposals of one super admin that another must approve. */
export const ApprovalsScreen = () => {
  const status = STATUSES.find((one) => one === address.value.filters['status']) ?? 'pending'
  const open = pathParts.value[1]
  const list = usePages('listApprovals', { status }, LIST)
  const { row, isMissing } = useOpenApproval(open, list.rows)
  useTitle(
    row === undefined ? t.title : `${t.kinds[row.kind] ?? row.kind} · ${approvalOwner(row)}`,
    open === undefined ? undefined : { title: t.title, href: pathWith('/approvals', { status }) },
  )
  const next = list.rows?.find(({ approvalId }) => approvalId !== open)
  return (
    <>
      <TabBar
        label={t.title}
        tabs={STATUSES.map((one) => ({
          href: pathWith('/approvals', { status: one }),
          label: t.status[one] ?? one,
          isCurrent: one === status,
        }))}
      />
      <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open listed'}>
        <ListPane label={t.list} list={list} empty={t.empties[status]}>
          {(rows) => (
            <ul class="list">
              {rows.map((one) => (
                <li key={one.approvalId}>
                  <ProposalLink
                    row={one}
                    href={pathWith(`/approvals/${one.approvalId}`, { status })}
                    isCurrent={one.approvalId === open}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListPane>
        {open !== undefined && (
          <ApprovalRecord
            key={open}
            approval={row}
            isMissing={isMissing}
            next={next?.approvalId}
            onDone={list.retry}
          />
        )}
      </div>
    </>
  )
}
