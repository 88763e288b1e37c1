import { OperationDialog } from '../../forms/operation-dialog.js'
import { moneyText } from '../../format/money.js'
import { capitalized } from '../../format/shown-text.js'
import { BlastList, NoteBox } from '../../parts/boxes.js'
import { say } from '../../state/toast.js'
import { BUDGETS_TEXTS as t } from './budgets-texts.js'
import { membership } from '../state/access.js'
import { type ListedBudget, refineBudget, writtenBudget } from './budget-form.js'
import { scopeText } from './budget-words.js'

interface DialogProps {
  readonly environment: string
  onClose(): void
}

/** Creates a budget. */
export const AddBudget = ({ environment, onClose }: DialogProps) => {
  const organization = membership.value?.organization
  if (organization === undefined) return null
  return (
    <OperationDialog
      operation="saveOrganizationBudget"
      title={t.addTitle}
      lead={t.addLead}
      fixed={{ organizationId: organization.organizationId, environment }}
      without={['budgetId', 'version']}
      initial={{ currency: organization.defaultCurrency, alertPercents: '50\n80\n100' }}
      refine={(fields) => refineBudget(fields, environment)}
      confirm={t.addDo}
      onClose={onClose}
      onDone={() => {
        onClose()
        say(t.set)
      }}
    />
  )
}

type ChangeProps = DialogProps & { readonly budget: ListedBudget }

/** Changes a budget, except its currency and its environment. */
export const ChangeBudget = ({ budget, environment, onClose }: ChangeProps) => {
  const { organizationId, budgetId, version, currency } = budget
  return (
    <OperationDialog
      operation="saveOrganizationBudget"
      title={t.changeTitle}
      lead={capitalized(scopeText(budget))}
      fixed={{ organizationId, environment, budgetId, version, currency }}
      without={['budgetId', 'version', 'currency']}
      currency={currency}
      initial={writtenBudget(budget)}
      refine={(fields) => refineBudget(fields, environment)}
      confirm={t.changeDo}
      onClose={onClose}
      onDone={() => {
        onClose()
        say(t.changed)
      }}
    />
  )
}

/** Deletes a budget. */
export const DeleteBudget = ({ budget, onClose }: Omit<ChangeProps, 'environment'>) => {
  const { organizationId, budgetId, version, currency, usedMinor, limitMinor } = budget
  return (
    <OperationDialog
      operation="deleteOrganizationBudget"
      title={t.removeTitle(scopeText(budget))}
      lead={t.removeLead}
      fixed={{ organizationId, budgetId, version }}
      without={['budgetId', 'version']}
      tone="stop"
      confirm={t.removeDo}
      onClose={onClose}
      onDone={() => {
        onClose()
        say(t.removed)
      }}
    >
      <BlastList
        facts={[
          [t.removeLimit, moneyText(limitMinor, currency)],
          [t.removeUsed, moneyText(usedMinor, currency)],
          [t.period, t.periods[budget.period]],
        ]}
      />
      <NoteBox>
        <p>{t.removeKept}</p>
      </NoteBox>
    </OperationDialog>
  )
}
