import { useState } from 'preact/hooks'
import { useFormDraft } from '../../forms/form-draft.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { useReading } from '../../state/reading.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { AllowlistPicker } from './allowlist-picker.js'
import { type ChosenLife, lifeBody, LifeChoice, lifeProblem } from './key-life.js'

interface NewKeyProps {
  onClose(): void
  /** Called when the key exists. Its secret is shown before the dialog closes. */
  onMade(): void
}

const LIFE: ChosenLife = { kind: 'year', day: '', isMeant: false }

/**
 * The choices besides the form fields. They survive a session like the fields, except those that must be
 * confirmed again.
 */
const useChosen = () => {
  const initial = { operations: [], life: LIFE.kind, day: '' }
  const { written: kept, write: keep, forget } = useFormDraft('chosen for a key', initial)
  const [isMeant, setMeant] = useState(false)
  const kind = (['day', 'forever'] as const).find((one) => one === kept['life']) ?? 'year'
  const { day: written } = kept
  const life: ChosenLife = { kind, day: typeof written === 'string' ? written : '', isMeant }
  return {
    forget,
    operations: (kept['operations'] ?? []) as readonly string[],
    life,
    choose: (operations: readonly string[]) => keep({ operations }),
    live: ({ kind: next = kind, day = life.day, isMeant: meant = isMeant }: Partial<ChosenLife>) => {
      keep({ life: next, day })
      setMeant(meant)
    },
  }
}

/**
 * Creates an Agent key of the organization with its operations and its lifetime. Its secret is shown once.
 */
export const NewKey = ({ owner, onClose, onMade }: NewKeyProps & { owner: string }) => {
  const reading = useReading('listGrantableOperations', { organizationId: owner })
  const chosen = useChosen()
  const [secret, setSecret] = useState<string | null>()
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  return (
    <OperationDialog
      operation="createOrganizationAgentKey"
      title={t.createTitle}
      lead={t.createLead}
      isBroad
      fixed={{ organizationId: owner, allowlist: chosen.operations, ...lifeBody(chosen.life) }}
      without={['expiresAt', 'acknowledgeNeverExpires']}
      unready={chosen.operations.length === 0 ? t.choose : lifeProblem(chosen.life)}
      confirm={t.createDo}
      onClose={onClose}
      onDone={(made) => {
        chosen.forget()
        onMade()
        setSecret(made.secret)
      }}
    >
      <ReadingView reading={reading}>
        {({ operations }) => (
          <AllowlistPicker operations={operations} chosen={chosen.operations} onChoose={chosen.choose} />
        )}
      </ReadingView>
      <LifeChoice life={chosen.life} onChange={chosen.live} />
    </OperationDialog>
  )
}

/** Creates a key that can only create an organization. */
export const NewBootstrapKey = ({ onClose, onMade }: NewKeyProps) => {
  const [secret, setSecret] = useState<string | null>()
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  return (
    <OperationDialog
      operation="createBootstrapAgentKey"
      title={t.bootstrapTitle}
      lead={t.bootstrapLead}
      confirm={t.bootstrapDo}
      onClose={onClose}
      onDone={(made) => {
        onMade()
        setSecret(made.secret)
      }}
    />
  )
}
