import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../../forms/operation-dialog.js'
import { countText, shownText } from '../../../format/shown-text.js'
import { ORGANIZATIONS_TEXTS as t } from '../../language/organizations-texts.js'
import { FactList, PanelBox, TagWord } from '../../../parts/boxes.js'
import { ReadingView } from '../../../parts/screen-states.js'
import { ForeignText, IdText, WhenText } from '../../../parts/words.js'
import { pathWith } from '../../../state/address.js'
import { may } from '../../state/access.js'
import { useReading } from '../../../state/reading.js'
import { useTitle } from '../../../state/title.js'
import { say } from '../../../state/toast.js'
import { ThrowSwitch } from '../switches/throw-switch.js'
import { BalancePanel } from './balance-panel.js'
import { ChannelPanel } from './channel-panel.js'
import { AppPanel } from './app-panel.js'
import { ProductionPanel } from './production-panel.js'

type Tree = ResultOf<'getOrganization'>
type OrganizationAct = 'switch' | 'credit' | 'adjust'

interface PartProps {
  readonly tree: Tree
  onDone(): void
}

const ProposalDialog = ({
  tree,
  act,
  onClose,
}: {
  tree: Tree
  act: 'credit' | 'adjust'
  onClose(): void
}) => {
  const { organizationId, defaultCurrency } = tree.organization
  const common = {
    fixed: { organizationId },
    initial: { currency: defaultCurrency },
    currency: defaultCurrency,
    onClose,
    onDone: () => {
      say(t.proposed)
      onClose()
    },
  }
  return act === 'credit' ? (
    <OperationDialog
      {...common}
      operation="proposeBalanceCredit"
      title={t.creditTitle}
      lead={t.creditLead}
      confirm={t.creditDo}
    />
  ) : (
    <OperationDialog
      {...common}
      operation="proposeBalanceAdjustment"
      title={t.adjustTitle}
      lead={t.adjustLead}
      confirm={t.adjustDo}
    />
  )
}

const OrganizationActions = ({ tree, onDone }: PartProps) => {
  const [open, setOpen] = useState<OrganizationAct>()
  const close = (): void => setOpen(undefined)
  const { organizationId: target, displayName, status } = tree.organization
  const isActive = status === 'active'
  return (
    <div class="row">
      {may('admin.messages') && (
        <a class="button" href={pathWith('/messages', { organizationId: target })}>
          {t.messages}
        </a>
      )}
      {may('admin.audit') && (
        <a class="button" href={pathWith('/audit', { organizationId: target })}>
          {t.history}
        </a>
      )}
      {may('admin.messages') && (
        <a class="button" href={pathWith('/people/suppressions', { organizationId: target })}>
          {t.suppressions}
        </a>
      )}
      {may('admin.billing') && (
        <>
          <button type="button" class="button" onClick={() => setOpen('credit')}>
            {t.proposeCredit}
          </button>
          <button type="button" class="button" onClick={() => setOpen('adjust')}>
            {t.adjust}
          </button>
        </>
      )}
      <button type="button" class="button" onClick={() => setOpen('switch')}>
        {isActive ? t.suspend : t.reactivate}
      </button>
      {open === 'switch' && (
        <ThrowSwitch
          order={{
            operation: isActive ? 'suspendOrganization' : 'reactivateOrganization',
            target,
            name: shownText(displayName),
          }}
          onClose={close}
          onDone={() => {
            close()
            onDone()
          }}
        />
      )}
      {(open === 'credit' || open === 'adjust') && <ProposalDialog tree={tree} act={open} onClose={close} />}
    </div>
  )
}

const OrganizationFacts = ({ tree: { organization, members } }: { tree: Tree }) => (
  <FactList
    isDouble
    facts={[
      [t.legalName, <ForeignText text={organization.legalName} />],
      [t.currency, organization.defaultCurrency],
      [
        t.status,
        <TagWord tone={organization.status === 'active' ? 'good' : 'alarm'}>
          {t.statuses[organization.status] ?? organization.status}
        </TagWord>,
      ],
      [t.members, countText(members)],
      [t.record, <IdText id={organization.organizationId} />],
      [t.created, <WhenText at={organization.createdAt} />],
    ]}
  />
)

/** An Organization: what is lacking until it sends in production, what is open to it, and by what it sends. */
export const OrganizationRecord = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('getOrganization', { organizationId })
  const name = reading.data?.organization.displayName
  useTitle(name === undefined ? t.title : shownText(name), { title: t.title, href: '/organizations' })
  return (
    <div class="page">
      <ReadingView reading={reading}>
        {(tree) => (
          <>
            <OrganizationActions tree={tree} onDone={reading.retry} />
            <OrganizationFacts tree={tree} />
            {tree.balances !== undefined && <BalancePanel balances={tree.balances} />}
            <div class="cols">
              <ProductionPanel tree={tree} />
              <PanelBox title={t.channels}>
                <ChannelPanel tree={tree} onDone={reading.retry} />
              </PanelBox>
            </div>
            <AppPanel tree={tree} onDone={reading.retry} />
          </>
        )}
      </ReadingView>
    </div>
  )
}
