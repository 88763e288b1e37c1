import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { PanelBox } from '../../parts/boxes.js'
import { say } from '../../state/toast.js'
import { MEMBERS_TEXTS as t } from './members-texts.js'
import { askContext, membership } from '../state/access.js'

/** Shows whether the organization requires a second factor from its members. Owners can change it. */
export const RequirementPanel = () => {
  const [isChanging, setChanging] = useState(false)
  const organization = membership.value?.organization
  if (organization === undefined) return null
  const { organizationId, version, requiresSecondFactor: isRequired } = organization
  const words = isRequired ? t.stopRequiring : t.startRequiring
  return (
    <PanelBox title={t.secondFactor}>
      <div class="in row">
        <p>{isRequired ? t.isRequired : t.isNotRequired}</p>
        <button type="button" class="button push" onClick={() => setChanging(true)}>
          {words.open}
        </button>
      </div>
      {isChanging && (
        <OperationDialog
          operation="requireSecondFactor"
          fixed={{ organizationId, version, isRequired: !isRequired }}
          title={words.title}
          lead={words.lead}
          confirm={words.confirm}
          conflict={isRequired ? t.requirementChanged : t.ownFactorFirst}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            say(words.done)
            askContext()
          }}
        />
      )}
    </PanelBox>
  )
}
