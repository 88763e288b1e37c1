import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { callValues } from '../../forms/value-words.js'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { useReading } from '../../state/reading.js'
import type { ListedApp } from './app-words.js'
import { REPLY_TEXTS as t } from './reply-texts.js'

type Template = ResultOf<'listCustomerMessageTemplates'>['templates'][number]

const names = new Map<string, string>()
const nameOf = (templateId: string): string => names.get(templateId) ?? templateId

callValues({ help: nameOf, stop: nameOf, start: nameOf })

/** Whether a template can be a reply: people can write to senders of its channel. */
const canReply = ({ category, channel, variables }: Template): boolean =>
  category === 'transactional' && variables.length === 0 && channel !== 'email'

/** Lets the templates be chosen by name. A template that was chosen before stays in the list. */
const withTemplates =
  (templates: readonly Template[], app: ListedApp) =>
  (fields: readonly FormField[]): readonly FormField[] => {
    const known = templates.filter(canReply)
    for (const { templateId, name, channel } of known)
      names.set(templateId, `${shownText(name)} (${channelWord(channel)})`)
    const chosen = Object.values(app.keywordReplies).flat()
    const values = [...new Set([...known.map(({ templateId }) => templateId), ...chosen])]
    const choose = (field: FormField): FormField =>
      field.kind === 'list'
        ? { ...field, item: { kind: 'choice', values } }
        : { ...field, ...(field.fields && { fields: field.fields.map(choose) }) }
    return fields.map(choose)
  }

const writtenReplies = ({ keywordReplies }: ListedApp): WrittenValues => ({
  replies: { ...keywordReplies },
})

interface ReplyDialogProps {
  readonly app: ListedApp
  onClose(): void
  onDone(text: string): void
}

/** Sets the templates of an app's replies to HELP, STOP and START. */
export const ReplyDialog = ({ app, onClose, onDone }: ReplyDialogProps) => {
  const { organizationId, appId, version } = app
  const { data, error } = useReading('listCustomerMessageTemplates', { organizationId, limit: 100 })
  const templates = data?.templates ?? []
  return (
    <OperationDialog
      operation="setKeywordReplies"
      title={t.title(shownText(app.name))}
      lead={data !== undefined && !templates.some(canReply) ? t.none : t.lead}
      fixed={{ organizationId, appId, version }}
      initial={writtenReplies(app)}
      refine={withTemplates(templates, app)}
      confirm={t.confirm}
      unready={data === undefined && error === undefined ? t.looking : undefined}
      onClose={onClose}
      onDone={() => onDone(t.done)}
    />
  )
}
