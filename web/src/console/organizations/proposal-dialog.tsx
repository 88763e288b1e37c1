import type { ResultOf } from '@postrider/core/assembly/registry'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { say } from '../../state/toast.js'
import { BalanceChange } from './balance-change.js'

type Tree = ResultOf<'getOrganization'>
type Environment = NonNullable<Tree['balances']>[number]['environment']

/** A proposal to move an organization's money. The account is preset if the dialog was opened from it. */
export interface ProposalDraft {
  readonly act: 'credit' | 'adjust'
  readonly environment?: Environment
  readonly currency?: string
}

interface ProposalProps {
  readonly tree: Tree
  readonly draft: ProposalDraft
  onClose(): void
}

/**
 * Proposes a credit or a correction. The environment must be chosen each time; it has no default because
 * money is at stake.
 */
export const ProposalDialog = ({ tree, draft, onClose }: ProposalProps) => {
  const { organizationId, displayName, defaultCurrency } = tree.organization
  const { act, environment, currency = defaultCurrency } = draft
  const isCredit = act === 'credit'
  const name = shownText(displayName)
  return (
    <OperationDialog
      operation={isCredit ? 'proposeBalanceCredit' : 'proposeBalanceAdjustment'}
      title={isCredit ? t.creditTitle(name) : t.adjustTitle(name)}
      lead={isCredit ? t.creditLead : t.adjustLead}
      fixed={{ organizationId }}
      needed={['environment']}
      initial={{ currency, ...(environment === undefined ? {} : { environment }) }}
      currency={defaultCurrency}
      foresee={(bodyOf) => (
        <BalanceChange
          organization={name}
          balances={tree.balances}
          change={bodyOf(['environment', 'currency', 'amountMinor'])}
        />
      )}
      confirm={isCredit ? t.creditDo : t.adjustDo}
      onClose={onClose}
      onDone={() => {
        say(t.proposed)
        onClose()
      }}
    />
  )
}
