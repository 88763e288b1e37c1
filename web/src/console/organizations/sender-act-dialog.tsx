import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { shownText } from '../../format/shown-text.js'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { channelWord } from '../../language/channel-words.js'
import { say } from '../../state/toast.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { ofChannel } from './sender-dialog.js'

type Configuration = ResultOf<'getOrganization'>['configurations'][number]
type AppSender = Configuration['senders'][number]

/** An action on a sender of an app's channel; a new one has no sender yet. */
export type SenderAct = { readonly configuration: Configuration } & (
  | { readonly kind: 'add'; readonly sender: undefined }
  | { readonly kind: 'change' | 'register' | 'remove'; readonly sender: AppSender }
)

const writtenOf = ({ sender, kind, countries, classes, weight, status }: AppSender): WrittenValues => ({
  sender: Object.fromEntries(
    Object.entries(sender).filter(([name, value]) => name !== 'channel' && typeof value === 'string'),
  ),
  kind,
  countries: countries?.join('\n') ?? '',
  classes: classes ?? [],
  weight: String(weight),
  status,
})

interface ActProps {
  readonly act: SenderAct
  onClose(): void
  onDone(): void
}

/** The form of an action on a sender. */
export const SenderActDialog = ({ act, onClose, onDone }: ActProps) => {
  const { configuration, kind, sender } = act
  const { organizationId, appId, channel, version } = configuration
  const place = { organizationId, appId, channel, version }
  const name = sender === undefined ? channelWord(channel) : shownText(sender.value)
  const shared = {
    title: t.senderActTitles[kind](name),
    confirm: t.senderActDos[kind],
    onClose,
    onDone: () => {
      say(t.senderActDone[kind])
      onDone()
    },
  }
  if (kind === 'add' || kind === 'change')
    return (
      <OperationDialog
        {...shared}
        operation="saveAppSender"
        lead={t.senderServes}
        fixed={place}
        refine={(fields: readonly FormField[], written: WrittenValues) =>
          ofChannel(fields, { ...written, channel })
        }
        initial={sender === undefined ? {} : writtenOf(sender)}
      />
    )
  return kind === 'register' ? (
    <OperationDialog
      {...shared}
      operation="recordSenderRegistration"
      fixed={{ ...place, value: sender.value }}
    />
  ) : (
    <OperationDialog
      {...shared}
      operation="removeAppSender"
      lead={t.senderRemoved}
      tone="stop"
      fixed={{ ...place, value: sender.value }}
    />
  )
}
