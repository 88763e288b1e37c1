import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { countText, shownText } from '../../format/shown-text.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { ActionMenu } from '../../parts/action-menu.js'
import { FactList, PanelBox, TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { pathWith } from '../../state/address.js'
import { may } from '../state/access.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { ThrowSwitch } from '../switches/throw-switch.js'
import { BalancePanel } from './balance-panel.js'
import { ChannelPanel } from './channel-panel.js'
import { AppPanel } from './app-panel.js'
import { ProductionPanel } from './production-panel.js'
import { ProposalDialog, type ProposalDraft } from './proposal-dialog.js'

type Tree = ResultOf<'getOrganization'>

interface PartProps {
  readonly tree: Tree
  onPropose(draft: ProposalDraft): void
  onDone(): void
}

const MoreActions = ({ tree, onPropose }: Pick<PartProps, 'tree' | 'onPropose'>) => {
  const { organizationId, displayName } = tree.organization
  return (
    <ActionMenu label={t.actionsOf(shownText(displayName))} isBordered>
      {may('admin.messages') && (
        <a class="button bare" href={pathWith('/people/suppressions', { organizationId })}>
          {t.suppressions}
        </a>
      )}
      {may('admin.messages') && (
        <a class="button bare" href={pathWith('/people/erasures', { organizationId })}>
          {t.erasures}
        </a>
      )}
      {may('admin.billing') && (
        <button type="button" class="button bare" onClick={() => onPropose({ act: 'adjust' })}>
          {t.adjust}
        </button>
      )}
    </ActionMenu>
  )
}

const OrganizationActions = ({ tree, onPropose, onDone }: PartProps) => {
  const [isSwitching, setSwitching] = useState(false)
  const close = (): void => setSwitching(false)
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
      {may('admin.billing') && (
        <button type="button" class="button" onClick={() => onPropose({ act: 'credit' })}>
          {t.proposeCredit}
        </button>
      )}
      <MoreActions tree={tree} onPropose={onPropose} />
      <button
        type="button"
        class={isActive ? 'button push alarm' : 'button push'}
        onClick={() => setSwitching(true)}
      >
        {isActive ? t.suspend : t.reactivate}
      </button>
      {isSwitching && (
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
      [t.created, <DatedText at={organization.createdAt} />],
    ]}
  />
)

/** An organization: the missing steps for production, its channels, and its apps with their senders. */
export const OrganizationRecord = ({ organizationId }: { organizationId: string }) => {
  const reading = useReading('getOrganization', { organizationId })
  const [draft, setDraft] = useState<ProposalDraft>()
  const name = reading.data?.organization.displayName
  useTitle(name === undefined ? t.title : shownText(name), { title: t.title, href: '/organizations' })
  return (
    <div class="page">
      <ReadingView reading={reading}>
        {(tree) => (
          <>
            <OrganizationActions tree={tree} onPropose={setDraft} onDone={reading.retry} />
            <OrganizationFacts tree={tree} />
            {tree.balances !== undefined && (
              <div id="balance">
                <BalancePanel balances={tree.balances} onPropose={setDraft} />
              </div>
            )}
            <div class="cols">
              <ProductionPanel tree={tree} onPropose={setDraft} />
              <div id="channels">
                <PanelBox title={t.channels}>
                  <ChannelPanel tree={tree} onDone={reading.retry} />
                </PanelBox>
              </div>
            </div>
            <div id="apps">
              <AppPanel tree={tree} onDone={reading.retry} />
            </div>
            {draft !== undefined && (
              <ProposalDialog tree={tree} draft={draft} onClose={() => setDraft(undefined)} />
            )}
          </>
        )}
      </ReadingView>
    </div>
  )
}
