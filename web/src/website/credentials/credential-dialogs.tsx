import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { BlastList, NoteBox } from '../../parts/boxes.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { say } from '../../state/toast.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'
import { OverlapChoice, type OverlapSeconds } from './overlap-choice.js'
import { ownAppName } from '../state/own-apps.js'
import { LastUsed } from '../apps/app-words.js'
import { actionWord, type ListedCredential } from './credential-words.js'

interface DialogProps {
  readonly credential: ListedCredential
  onClose(): void
  onDone(): void
}

/** Replaces a credential, and shows the new secret once. */
export const RotateCredential = ({ credential, onClose, onDone }: DialogProps) => {
  const { organizationId, credentialId, label, expiresAt } = credential
  const [overlapSeconds, setOverlap] = useState<OverlapSeconds>(3600)
  const [secret, setSecret] = useState<string | null>()
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  return (
    <OperationDialog
      operation="rotateServerCredential"
      title={t.rotateTitle(shownText(label))}
      lead={t.rotateLead}
      fixed={{ organizationId, credentialId, overlapSeconds }}
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

/** Revokes a credential permanently, after showing what uses it. */
export const RevokeCredential = ({ credential, onClose, onDone }: DialogProps) => {
  const { organizationId, credentialId, appId, actions, lastUsedAt, expiresAt } = credential
  const name = shownText(credential.label)
  return (
    <OperationDialog
      operation="revokeServerCredential"
      title={t.revokeTitle(name)}
      lead={t.revokeLead}
      fixed={{ organizationId, credentialId }}
      confirm={t.revokeDo(name)}
      tone="stop"
      onClose={onClose}
      onDone={() => {
        say(t.revoked)
        onDone()
        onClose()
      }}
    >
      <BlastList
        facts={[
          [t.app, <ForeignText text={ownAppName(appId) ?? appId} />],
          [t.grants, actions.map(actionWord).join(', ')],
          [t.used, <LastUsed at={lastUsedAt} />],
          [t.ends, <DatedText at={expiresAt} />],
        ]}
      />
      <NoteBox tone="alarm">
        <p>
          <b class="strong">{t.revokeEnds}</b> {t.revokeInstead}
        </p>
      </NoteBox>
    </OperationDialog>
  )
}
