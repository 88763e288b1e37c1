import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { WrittenValues } from '../../forms/form-values.js'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { moneyText } from '../../format/money.js'
import { countText, shownText } from '../../format/shown-text.js'
import { clockText } from '../../format/times.js'
import { PART_TEXTS } from '../../language/part-texts.js'
import { BlastList, NoteBox } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { useReading } from '../../state/reading.js'
import { APP_TEXTS as t } from './app-texts.js'
import { LastUsed, type ListedApp } from './app-words.js'
import { LANGUAGE_TEXTS } from './language-texts.js'
import { ReplyDialog } from './reply-dialog.js'

/** The actions for an app. */
export type AppAct = 'rename' | 'restrict' | 'reply' | 'languages' | 'disable' | 'enable'

interface DialogProps {
  readonly app: ListedApp
  onClose(): void
  onDone(text: string): void
}

const seen = ({ organizationId, appId, version }: ListedApp) => ({ organizationId, appId, version })

const withHints = (fields: readonly FormField[]): readonly FormField[] =>
  fields.map((field) => ({
    ...field,
    ...(t.restrictHints[field.name] === undefined ? {} : { description: t.restrictHints[field.name] }),
    ...(field.fields === undefined ? {} : { fields: withHints(field.fields) }),
  }))

const writtenRestrictions = ({ restrictions }: ListedApp): WrittenValues => {
  const {
    allowedIps = [],
    allowedCountries = [],
    allowedChannels = [],
    consentRequired = false,
  } = restrictions
  const lists = { allowedIps: allowedIps.join('\n'), allowedCountries: allowedCountries.join('\n') }
  return { restrictions: { ...lists, allowedChannels, consentRequired } }
}

type Preview = ResultOf<'previewAppDisabling'>

const moneyOf = ({ money }: Preview['waiting']): string =>
  money.length === 0
    ? t.noMoney
    : money.map(({ amountMinor, currency }) => moneyText(amountMinor, currency)).join(', ')

const DisablingView = ({ hit, app }: { hit: Preview; app: ListedApp }) => {
  const waiting = countText(hit.waiting.messages)
  return (
    <>
      <BlastList
        facts={[
          [t.cancelled, hit.isAtLeast ? t.atLeast(waiting) : waiting],
          [t.released, moneyOf(hit.waiting)],
          [t.refused, countText(hit.refused.messages)],
          [t.usedBy, countText(app.liveCredentials)],
          [t.lastUsedAt, <LastUsed at={app.lastUsedAt} />],
        ]}
      />
      <p class="small quiet">{PART_TEXTS.asOf(clockText(Date.parse(hit.asOf)))}</p>
      <NoteBox tone="alarm">
        <p>
          <b class="strong">{t.staysTitle}</b> {t.stays}
        </p>
      </NoteBox>
    </>
  )
}

const DisableDialog = ({ app, onClose, onDone }: DialogProps) => {
  const { organizationId, appId } = app
  const preview = useReading('previewAppDisabling', { organizationId, appId }, { isKept: false })
  const name = shownText(app.name)
  return (
    <OperationDialog
      operation="disableApp"
      title={t.disableTitle(name)}
      lead={t.disableLead}
      fixed={seen(app)}
      confirm={t.disableDo(name)}
      tone="stop"
      unready={preview.data === undefined && preview.error === undefined ? t.looking : undefined}
      onClose={onClose}
      onDone={() => onDone(t.disabled)}
    >
      <ReadingView reading={preview}>{(hit) => <DisablingView hit={hit} app={app} />}</ReadingView>
    </OperationDialog>
  )
}

/** The dialog of an action for an app. */
export const AppDialog = ({ act, ...props }: DialogProps & { act: AppAct }) => {
  const { app, onClose, onDone } = props
  const name = shownText(app.name)
  if (act === 'disable') return <DisableDialog {...props} />
  if (act === 'reply') return <ReplyDialog {...props} />
  const common = { fixed: seen(app), onClose }
  if (act === 'languages')
    return (
      <OperationDialog
        {...common}
        operation="setAppLanguages"
        title={LANGUAGE_TEXTS.title(name)}
        lead={LANGUAGE_TEXTS.lead}
        initial={{
          languages: {
            default: app.languages.default ?? '',
            byCountry: app.languages.byCountry ?? false,
          },
        }}
        confirm={LANGUAGE_TEXTS.confirm}
        onDone={() => onDone(LANGUAGE_TEXTS.done)}
      />
    )
  if (act === 'rename')
    return (
      <OperationDialog
        {...common}
        operation="renameApp"
        title={t.renameTitle(name)}
        lead={t.renameLead}
        initial={{ name: app.name }}
        confirm={t.renameDo}
        onDone={() => onDone(t.renamed)}
      />
    )
  if (act === 'restrict')
    return (
      <OperationDialog
        {...common}
        operation="restrictApp"
        title={t.restrictTitle(name)}
        lead={t.restrictLead}
        initial={writtenRestrictions(app)}
        refine={withHints}
        confirm={t.restrictDo}
        onDone={() => onDone(t.restricted)}
      />
    )
  return (
    <OperationDialog
      {...common}
      operation="enableApp"
      title={t.enableTitle(name)}
      lead={t.enableLead}
      confirm={t.enableDo}
      onDone={() => onDone(t.enabled)}
    />
  )
}
