import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'

type Tree = ResultOf<'getOrganization'>
type Configuration = Tree['configurations'][number]
type Routing = NonNullable<Configuration['routing']>
type Account = ResultOf<'listProviderAccounts'>['providerAccounts'][number]

/**
 * An app and its current sender configuration for a channel. Without a configuration, the sender is set for
 * the first time.
 */
export interface SenderDraft {
  readonly app: Tree['apps'][number]
  readonly configuration: Configuration | undefined
}

const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value))

const writtenRoute = ({
  providerAccountId,
  prefixes = [],
  weight,
  unitCosts = [],
}: Routing['routes'][number]) => ({
  providerAccountId,
  prefixes: prefixes.join('\n'),
  weight: numberText(weight),
  unitCosts: unitCosts.map(({ prefix, amountMinor }) => ({ prefix, amountMinor: String(amountMinor) })),
})

const writtenOf = ({ sender, providerAccountIds, channel, routing }: Configuration): WrittenValues => ({
  channel,
  sender: Object.fromEntries(
    Object.entries(sender).filter(([name, value]) => name !== 'channel' && typeof value === 'string'),
  ),
  providerAccountIds,
  ...(routing === null
    ? {}
    : { routing: { strategy: routing.strategy, routes: routing.routes.map(writtenRoute) } }),
})

/** Offers the accounts that serve the channel, by name. */
const withAccounts =
  (accounts: readonly Account[]) =>
  (fields: readonly FormField[], { channel }: WrittenValues): readonly FormField[] => {
    const values = accounts
      .filter(({ channels }) => channel === undefined || channels.some((one) => one === channel))
      .map(({ providerAccountId }) => providerAccountId)
    const chosenByName = (field: FormField): FormField => {
      if (field.name === 'providerAccountIds') return { ...field, item: { kind: 'choice', values } }
      if (field.name === 'providerAccountId') return { ...field, kind: 'choice', values }
      const inner = field.fields === undefined ? {} : { fields: field.fields.map(chosenByName) }
      const fieldsOfItem = field.item?.fields?.map(chosenByName)
      return {
        ...field,
        ...inner,
        ...(fieldsOfItem === undefined
          ? {}
          : { item: { ...field.item, kind: 'shape', fields: fieldsOfItem } }),
      }
    }
    return fields.map(chosenByName)
  }

/** The fields of a sender, by channel. */
const SENDER_PARTS: Readonly<Record<string, readonly string[]>> = {
  sms: ['header', 'dltEntityId'],
  email: ['from', 'fromName', 'replyTo', 'dkimSelector', 'dkimKey', 'spfInclude'],
  whatsapp: ['phoneNumberId'],
}

/**
 * Keeps only the fields that the chosen channel uses. A channel that this page doesn't know gets all fields.
 */
export const ofChannel = (fields: readonly FormField[], { channel }: WrittenValues): readonly FormField[] => {
  if (typeof channel !== 'string' || channel === '') return fields.filter(({ name }) => name !== 'sender')
  const parts = SENDER_PARTS[channel]
  return fields.map((field) =>
    field.name === 'sender' && parts !== undefined
      ? { ...field, fields: (field.fields ?? []).filter(({ name }) => parts.includes(name)) }
      : field,
  )
}

interface SenderDialogProps {
  readonly draft: SenderDraft
  onClose(): void
  onDone(): void
}

/** Sets an app's sender, its accounts and how messages are distributed across them. */
export const SenderDialog = ({ draft: { app, configuration }, onClose, onDone }: SenderDialogProps) => {
  const { data } = useReading('listProviderAccounts', {})
  const { organizationId, appId } = app
  const version = configuration?.version
  return (
    <OperationDialog
      operation="setAppServiceConfiguration"
      title={t.senderTitle(shownText(app.name))}
      lead={t.senderLead}
      fixed={{ organizationId, appId, ...(version === undefined ? {} : { version }) }}
      without={['version', 'legacySenderId']}
      refine={(fields, written) =>
        ofChannel(withAccounts(data?.providerAccounts ?? [])(fields, written), written)
      }
      initial={configuration === undefined ? {} : writtenOf(configuration)}
      confirm={t.senderDo}
      onClose={onClose}
      onDone={() => {
        say(t.senderSet)
        onDone()
      }}
    />
  )
}
