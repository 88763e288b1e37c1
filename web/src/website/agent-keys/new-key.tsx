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
  /** It is there; its secret is shown before this closes. */
  onMade(): void
}

const LIFE: ChosenLife = { kind: 'year', day: '', isMeant: false }

/** What is chosen beside the fields of the form; it outlives a session as they do, but for what has to be said anew. */
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

/** Creates an Agent key of the Organization: what it may call, how long it lasts; its secret is shown this once. */
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

/** Creates a key that founds an Organization, and nothing else. */
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
