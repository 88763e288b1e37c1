import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { BlastList } from '../../parts/boxes.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { say } from '../../state/toast.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { OverlapChoice, type OverlapSeconds } from '../credentials/overlap-choice.js'
import { LastUsed } from '../apps/app-words.js'
import { AllowedList } from './key-record.js'
import { KeyEnd, type ListedKey } from './key-words.js'

interface DialogProps {
  readonly agentKey: ListedKey
  onClose(): void
  onDone(): void
}

/** Replaces a key of the organization, and shows the new secret once. */
export const RotateKey = ({ agentKey, onClose, onDone }: DialogProps) => {
  const { organizationId, agentKeyId, label, expiresAt } = agentKey
  const [overlapSeconds, setOverlap] = useState<OverlapSeconds>(3600)
  const [secret, setSecret] = useState<string | null>()
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  return (
    <OperationDialog
      operation="rotateOrganizationAgentKey"
      title={t.rotateTitle(shownText(label))}
      lead={t.rotateLead}
      fixed={{ organizationId, agentKeyId, overlapSeconds }}
      confirm={t.rotateDo}
      onClose={onClose}
      onDone={(made) => {
        onDone()
        setSecret(made.secret)
      }}
    >
      <OverlapChoice seconds={overlapSeconds} endsAt={expiresAt} onChoose={setOverlap} />
    </OperationDialog>
  )
}

/** Confirms a key that a program created in the reader's name, after showing its permissions. */
export const ConfirmKey = ({ agentKey, onClose, onDone }: DialogProps) => (
  <OperationDialog
    operation="confirmAgentKey"
    title={t.confirmTitle(shownText(agentKey.label))}
    lead={t.confirmLead}
    fixed={{ agentKeyId: agentKey.agentKeyId }}
    confirm={t.confirmDo}
    onClose={onClose}
    onDone={() => {
      say(t.confirmed)
      onDone()
      onClose()
    }}
  >
    <AllowedList agentKey={agentKey} />
  </OperationDialog>
)

/** Revokes a key permanently, after showing what it does. */
export const RevokeKey = ({ agentKey, onClose, onDone }: DialogProps) => {
  const { organizationId, agentKeyId, allowlist, lastUsedAt, expiresAt } = agentKey
  const name = shownText(agentKey.label)
  const done = (credentials: ReadonlyArray<{ readonly status: string }>): void => {
    const left = credentials.filter(({ status }) => status === 'active').length
    say(t.revoked(credentials.length - left, left))
    onDone()
    onClose()
  }
  const common = {
    title: t.revokeTitle(name),
    lead: t.revokeLead,
    confirm: t.revokeDo(name),
    tone: 'stop' as const,
    onClose,
    children: (
      <BlastList
        facts={[
          [t.allowlist, t.operations(allowlist.length)],
          [t.used, <LastUsed at={lastUsedAt} />],
          [t.ends, <KeyEnd expiresAt={expiresAt} />],
        ]}
      />
    ),
  }
  return organizationId === null ? (
    <OperationDialog
      {...common}
      operation="revokeBootstrapAgentKey"
      fixed={{ agentKeyId }}
      onDone={() => done([])}
    />
  ) : (
    <OperationDialog
      {...common}
      operation="revokeOrganizationAgentKey"
      fixed={{ organizationId, agentKeyId }}
      onDone={({ credentials }) => done(credentials)}
    />
  )
}
