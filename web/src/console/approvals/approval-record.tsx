import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shortId } from '../../format/shown-text.js'
import { APPROVALS_TEXTS as t } from './approvals-texts.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { EmptyNote, LoadingBones } from '../../parts/screen-states.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { pathWith, visit } from '../../state/address.js'
import { may, signedIn } from '../state/access.js'
import { organizationName, personName } from '../state/names.js'
import { say } from '../../state/toast.js'
import { useKey } from '../../state/use-key.js'
import { PricePreviewPanel } from '../prices/price-preview.js'
import { approvalQuestion } from './approval-question.js'
import { MoneyTerms, PriceTerms } from './approval-terms.js'

type Approval = ResultOf<'listApprovals'>['approvals'][number]
type Verdict = 'approve' | 'reject'

const whoIs = (userId: string): string =>
  userId === signedIn.value?.userId ? t.you : (personName(userId) ?? shortId(userId))

const ApprovalFacts = ({ approval }: { approval: Approval }) => {
  const { organizationId, maker, reason, proposedAt, decider, decisionReason, decidedAt } = approval
  return (
    <FactList
      facts={[
        [t.maker, whoIs(maker.userId)],
        [t.proposed, <DatedText at={proposedAt} />],
        [t.reason, <ForeignText text={reason} />],
        [
          t.organization,
          organizationId === null ? (
            t.listPrice
          ) : (
            <a href={`/organizations/${organizationId}`}>
              <ForeignText text={organizationName(organizationId) ?? shortId(organizationId)} />
            </a>
          ),
        ],
        [
          t.record,
          <span class="row">
            <IdText id={approval.approvalId} /> <HistoryLink target={approval.approvalId} />
          </span>,
        ],
        [t.outcome, decidedAt === null ? undefined : t.status[approval.status]],
        [t.decided, decidedAt === null ? undefined : <DatedText at={decidedAt} />],
        [t.decider, decider === null ? undefined : whoIs(decider.userId)],
        [t.because, decisionReason === null ? undefined : <ForeignText text={decisionReason} />],
      ]}
    />
  )
}

/** The address of the screen for proposing the same change again. */
const placeOf = ({ kind, organizationId, secondFactor }: Approval): string => {
  if (kind === 'price_version') return '/prices'
  return organizationId === null
    ? `/people/admins/${secondFactor?.userId ?? ''}`
    : `/organizations/${organizationId}`
}

/**
 * Shown when somebody else decides the proposal while the reader is writing. The entered text stays, but can
 * no longer be sent.
 */
const DecidedNote = ({ approval }: { approval: Approval }) => {
  const { status, decider, decisionReason } = approval
  if (decider === null) return null
  return (
    <div role="alert">
      <NoteBox tone="alarm">
        <p>
          <b class="strong">
            {status === 'approved'
              ? t.approvedMeanwhile(whoIs(decider.userId))
              : t.refusedMeanwhile(whoIs(decider.userId))}
          </b>{' '}
          <ForeignText text={decisionReason ?? ''} />
        </p>
        <p>
          {t.keepsWords} <a href={placeOf(approval)}>{t.proposeAnew}</a>
        </p>
      </NoteBox>
    </div>
  )
}

interface DecisionProps {
  readonly approval: Approval
  readonly verdict: Verdict
  onClose(): void
  onDone(): void
}

const DecisionDialog = ({ approval, verdict, onClose, onDone }: DecisionProps) => {
  const { approvalId, version, status, decider } = approval
  const isYes = verdict === 'approve'
  const isLate = status !== 'pending' && decider?.userId !== signedIn.value?.userId
  return (
    <OperationDialog
      operation="decideApproval"
      title={isYes ? approvalQuestion(approval) : t.refuseTitle(approvalQuestion(approval))}
      lead={isYes ? t.approveLead : t.refuseLead}
      fixed={{ approvalId, version, decision: verdict }}
      confirm={isYes ? t.approveDo : t.refuseDo}
      unready={isLate ? t.decidedAlready : undefined}
      onClose={onClose}
      onDone={() => {
        say(isYes ? t.approvedSay : t.refusedSay)
        onDone()
      }}
    >
      {isYes && approval.money !== undefined && <MoneyTerms approval={approval} money={approval.money} />}
      {isLate && <DecidedNote approval={approval} />}
    </OperationDialog>
  )
}

const DecideBar = ({ approval, onDone }: { approval: Approval; onDone(): void }) => {
  const [verdict, setVerdict] = useState<Verdict>()
  const isOwn = approval.maker.userId === signedIn.value?.userId
  const canDecide = !isOwn && approval.status === 'pending'
  useKey('a', canDecide ? () => setVerdict('approve') : undefined)
  useKey('x', canDecide ? () => setVerdict('reject') : undefined)
  return (
    <>
      {approval.status === 'pending' && (
        <div class="decide">
          <span class="small quiet">{isOwn ? t.ownFooter : t.footer}</span>
          {canDecide && (
            <>
              <button type="button" class="button push" onClick={() => setVerdict('reject')}>
                {t.refuse} <kbd>x</kbd>
              </button>
              <button type="button" class="button main" onClick={() => setVerdict('approve')}>
                {t.approve} <kbd>a</kbd>
              </button>
            </>
          )}
        </div>
      )}
      {verdict !== undefined && (
        <DecisionDialog
          approval={approval}
          verdict={verdict}
          onClose={() => setVerdict(undefined)}
          onDone={() => {
            setVerdict(undefined)
            onDone()
          }}
        />
      )}
    </>
  )
}

const previewedPrice = (
  { channel, destinationPrefix, currency, unitAmountMinor, chargeOn }: NonNullable<Approval['price']>,
  organizationId: string | null,
) => ({ organizationId, channel, destinationPrefix, currency, unitAmountMinor, chargeOn })

interface RecordProps {
  readonly approval: Approval | undefined
  /** Whether the proposal doesn't exist or the reader may not see it. */
  readonly isMissing: boolean
  readonly next: string | undefined
  onDone(): void
}

/** A proposal: the proposer, the reason and the change. People who may decide it also get the buttons. */
export const ApprovalRecord = ({ approval, isMissing, next, onDone }: RecordProps) => {
  if (approval === undefined)
    return (
      <section class="pane" aria-label={t.title}>
        {isMissing ? <EmptyNote title={t.missingTitle}>{t.missing}</EmptyNote> : <LoadingBones />}
      </section>
    )
  const { price, money, organizationId } = approval
  return (
    <section class="pane" aria-label={t.title}>
      <div class="fit">
        <div class="in stack wide">
          <ApprovalFacts approval={approval} />
          {price !== undefined && <PriceTerms price={price} organizationId={organizationId} />}
          {money !== undefined && <MoneyTerms approval={approval} money={money} />}
          {approval.secondFactor !== undefined && (
            <>
              <FactList facts={[[t.factorOf, whoIs(approval.secondFactor.userId)]]} />
              <NoteBox tone="alarm">
                <p>
                  <b class="strong">{t.factorTitle}</b> {t.factorText}
                </p>
              </NoteBox>
            </>
          )}
          {price !== undefined && approval.status === 'pending' && may('admin.pricing') && (
            <PricePreviewPanel price={previewedPrice(price, organizationId)} />
          )}
          {price !== undefined && (
            <NoteBox>
              <p>{t.keep}</p>
            </NoteBox>
          )}
        </div>
      </div>
      <DecideBar
        approval={approval}
        onDone={() => {
          onDone()
          visit(pathWith(next === undefined ? '/approvals' : `/approvals/${next}`))
        }}
      />
    </section>
  )
}
