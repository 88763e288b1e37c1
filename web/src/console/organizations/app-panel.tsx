import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { countText, shortId, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { HistoryLink } from '../parts/history-link.js'
import { ForeignText } from '../../parts/words.js'
import { may } from '../state/access.js'
import { providerAccountName } from '../state/names.js'
import { type SwitchCommand, ThrowSwitch } from '../switches/throw-switch.js'
import { SenderDialog, type SenderDraft } from './sender-dialog.js'
import { SWITCHES_TEXTS } from '../switches/switches-texts.js'

type Tree = ResultOf<'getOrganization'>
type App = Tree['apps'][number]
type Configuration = Tree['configurations'][number]

const senderText = ({ sender }: Configuration): string =>
  Object.entries(sender)
    .filter(([name, value]) => name !== 'channel' && typeof value === 'string')
    .map(([, value]) => shownText(value))
    .join(', ')

const SenderCell = ({ app, tree, onSet }: { app: App; tree: Tree; onSet(draft: SenderDraft): void }) => (
  <div class="stack">
    {tree.configurations
      .filter(({ appId }) => appId === app.appId)
      .map((configuration) => (
        <div key={configuration.channel}>
          {channelWord(configuration.channel)}: {senderText(configuration)}{' '}
          <span class="small quiet">
            {configuration.providerAccountIds.map((id) => providerAccountName(id) ?? shortId(id)).join(', ')}
          </span>
          {may('admin.providers') && (
            <button type="button" class="button bare" onClick={() => onSet({ app, configuration })}>
              {t.setSender}
            </button>
          )}
        </div>
      ))}
  </div>
)

const isStopped = ({ disabledBy }: App): boolean => disabledBy.includes('operator')

const orderFor = (app: App): SwitchCommand => ({
  operation: isStopped(app) ? 'resumeApp' : 'stopApp',
  target: app.appId,
  name: shownText(app.name),
})

/**
 * Shows who has disabled the app. Super admins and the app's own organization can each disable it
 * independently.
 */
const AppStatus = ({ app }: { app: App }) =>
  app.status === 'active' ? (
    <TagWord>{app.status}</TagWord>
  ) : (
    <div class="row">
      {isStopped(app) && <TagWord tone="alarm">{t.stoppedByOperators}</TagWord>}
      {app.disabledBy.includes('organization') && <TagWord tone="warn">{t.disabledByOrganization}</TagWord>}
    </div>
  )

interface AppTableProps {
  readonly tree: Tree
  onSet(draft: SenderDraft): void
  onSwitch(order: SwitchCommand): void
}

const appColumns = ({ tree, onSet, onSwitch }: AppTableProps): readonly TableColumn<App>[] => [
  { head: t.app, cell: ({ name }) => <ForeignText text={name} /> },
  {
    head: t.environment,
    cell: ({ environment }) => (
      <TagWord tone={environment === 'production' ? 'good' : 'warn'}>{environment}</TagWord>
    ),
  },
  {
    head: t.status,
    cell: (app) => <AppStatus app={app} />,
  },
  { head: t.sender, cell: (app) => <SenderCell app={app} tree={tree} onSet={onSet} /> },
  {
    head: SWITCHES_TEXTS.actions,
    isNumber: true,
    cell: (app) => (
      <div class="row end one">
        <HistoryLink target={app.appId} />
        {may('admin.providers') && (
          <>
            <button
              type="button"
              class="button bare"
              onClick={() => onSet({ app, configuration: undefined })}
            >
              {t.addSender}
            </button>
            <button
              type="button"
              class={isStopped(app) ? 'button bare' : 'button bare alarm'}
              onClick={() => onSwitch(orderFor(app))}
            >
              {isStopped(app) ? t.resumeApp : t.stopApp}
            </button>
          </>
        )}
      </div>
    ),
  },
]

/** The apps of an organization with their senders, and the switch that stops each app. */
export const AppPanel = ({ tree, onDone }: { tree: Tree; onDone(): void }) => {
  const [draft, setDraft] = useState<SenderDraft>()
  const [order, setOrder] = useState<SwitchCommand>()
  const done = (): void => {
    setDraft(undefined)
    setOrder(undefined)
    onDone()
  }
  return (
    <PanelBox title={t.apps} aside={countText(tree.apps.length)}>
      <DataTable
        label={t.apps}
        rows={tree.apps}
        keyOf={({ appId }) => appId}
        columns={appColumns({ tree, onSet: setDraft, onSwitch: setOrder })}
      />
      {draft !== undefined && (
        <SenderDialog draft={draft} onClose={() => setDraft(undefined)} onDone={done} />
      )}
      {order !== undefined && <ThrowSwitch order={order} onClose={() => setOrder(undefined)} onDone={done} />}
    </PanelBox>
  )
}
