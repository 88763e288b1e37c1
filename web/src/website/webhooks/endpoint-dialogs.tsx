import { useState } from 'preact/hooks'
import type { MutationName } from '@postrider/core/assembly/registry'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { say } from '../../state/toast.js'
import { WEBHOOK_TEXTS as t } from './webhook-texts.js'
import type { ListedEndpoint } from './webhook-words.js'

/** What people do with an endpoint. */
export type EndpointAct = keyof typeof t.acts

const OPERATIONS = {
  test: 'sendTestEvent',
  replay: 'replayWebhookEvents',
  edit: 'updateWebhookEndpoint',
  rotate: 'rotateWebhookSecret',
  disable: 'disableWebhookEndpoint',
  enable: 'enableWebhookEndpoint',
  remove: 'deleteWebhookEndpoint',
} as const satisfies Readonly<Record<EndpointAct, MutationName>>

const UNVERSIONED: readonly EndpointAct[] = ['test', 'replay']
const STOPS: readonly EndpointAct[] = ['disable', 'remove']

interface DialogProps {
  readonly act: EndpointAct
  readonly endpoint: ListedEndpoint
  onClose(): void
  onDone(): void
}

/** The overlap that applies if none is given. */
const OVERLAP_SECONDS = '86400'

/** The present values of an endpoint in the form of an action. */
const initialOf = (act: EndpointAct, endpoint: ListedEndpoint): WrittenValues => {
  const { url, description, types, includeRecipient, publicKey } = endpoint
  if (act === 'edit') return { url, description, types: types ?? [], includeRecipient }
  return act === 'rotate' ? { overlapSeconds: OVERLAP_SECONDS, withPublicKey: publicKey !== undefined } : {}
}

/** The dialog of an action; a new secret is shown once. */
export const EndpointDialog = ({ act, endpoint, onClose, onDone }: DialogProps) => {
  const { organizationId, endpointId, version } = endpoint
  const [secret, setSecret] = useState<string | null>()
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  const [title, lead, confirm] = t.dialogs[act]
  const fixed = { organizationId, endpointId, ...(UNVERSIONED.includes(act) ? {} : { version }) }
  return (
    <OperationDialog<MutationName>
      operation={OPERATIONS[act]}
      title={title}
      lead={lead}
      fixed={fixed}
      initial={initialOf(act, endpoint)}
      needed={act === 'edit' ? ['url'] : []}
      confirm={confirm}
      tone={STOPS.includes(act) ? 'stop' : 'main'}
      onClose={onClose}
      onDone={(result) => {
        say(t.done[act])
        onDone()
        if (act === 'rotate' && 'secret' in result) setSecret(result.secret)
        else onClose()
      }}
    />
  )
}
