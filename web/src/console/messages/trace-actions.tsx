import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { NoteBox } from '../../parts/boxes.js'
import { say } from '../../state/toast.js'

type Trace = ResultOf<'getMessageTrace'>

interface ActionProps {
  readonly trace: Pick<Trace, 'message' | 'deadLetter' | 'allowedDecisions'>
  onDone(): void
}

interface DialogProps extends ActionProps {
  onClose(): void
}

const ResolveDialog = ({ trace: { message }, onDone, onClose }: DialogProps) => (
  <OperationDialog
    operation="resolveUnconfirmedMessage"
    title={t.decideTitle}
    lead={t.decideLead}
    fixed={{ messageId: message.messageId, version: message.version }}
    confirm={t.decideDo}
    onClose={onClose}
    onDone={() => {
      say(t.decided)
      onDone()
    }}
  />
)

const RequeueDialog = ({ trace: { message, deadLetter }, onDone, onClose }: DialogProps) => (
  <OperationDialog
    operation="requeueDeadLetter"
    title={t.requeueTitle}
    lead={t.requeueLead}
    fixed={{ messageId: message.messageId, version: deadLetter?.version ?? 1 }}
    confirm={t.requeueDo}
    onClose={onClose}
    onDone={() => {
      say(t.requeued)
      onDone()
    }}
  />
)

const DIALOGS = {
  resolveUnconfirmedMessage: { text: t.decide, dialog: ResolveDialog },
  requeueDeadLetter: { text: t.requeue, dialog: RequeueDialog },
} as const

type Decision = keyof typeof DIALOGS

const isKnown = (name: string): name is Decision => Object.hasOwn(DIALOGS, name)

/** Shows the full recipient after a reason, which is stored in the audit log. */
const RevealButton = ({ messageId }: { messageId: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [recipient, setRecipient] = useState<string | null>(null)
  if (recipient !== null)
    return (
      <NoteBox>
        <p>
          {t.revealed} <b class="strong mono">{shownText(recipient)}</b>
        </p>
        <p class="small quiet">{t.revealedHint}</p>
      </NoteBox>
    )
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {t.reveal}
      </button>
      {isOpen && (
        <OperationDialog
          operation="revealRecipient"
          title={t.revealTitle}
          lead={t.revealLead}
          fixed={{ messageId }}
          confirm={t.revealDo}
          onClose={() => setOpen(false)}
          onDone={(result) => {
            setOpen(false)
            setRecipient(result.recipient)
          }}
        />
      )}
    </>
  )
}

/** The actions that the server currently allows for a message. */
export const TraceActions = ({ trace, onDone }: ActionProps) => {
  const [open, setOpen] = useState<Decision>()
  const decisions = trace.allowedDecisions.filter(isKnown)
  const Dialog = open === undefined ? undefined : DIALOGS[open].dialog
  return (
    <div class="row">
      {decisions.map((name) => (
        <button key={name} type="button" class="button main" onClick={() => setOpen(name)}>
          {DIALOGS[name].text}
        </button>
      ))}
      <RevealButton messageId={trace.message.messageId} />
      {Dialog !== undefined && (
        <Dialog
          trace={trace}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onDone()
          }}
        />
      )}
    </div>
  )
}
