import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { countText, shownText } from '../../format/shown-text.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { HistoryLink } from '../parts/history-link.js'
import { ForeignText } from '../../parts/words.js'
import { may } from '../state/access.js'
import { type SwitchCommand, ThrowSwitch } from '../switches/throw-switch.js'
import { SenderDialog, type SenderDraft } from './sender-dialog.js'
import { type SenderAct, SenderActDialog } from './sender-act-dialog.js'
import { SenderCell } from './sender-cell.js'
import { SWITCHES_TEXTS } from '../switches/switches-texts.js'

type Tree = ResultOf<'getOrganization'>
type App = Tree['apps'][number]

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
  onAct(act: SenderAct): void
  onSwitch(order: SwitchCommand): void
}

const appColumns = ({ tree, onSet, onAct, onSwitch }: AppTableProps): readonly TableColumn<App>[] => [
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
  { head: t.sender, cell: (app) => <SenderCell app={app} tree={tree} onSet={onSet} onAct={onAct} /> },
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
  const [act, setAct] = useState<SenderAct>()
  const [order, setOrder] = useState<SwitchCommand>()
  const done = (): void => {
    setDraft(undefined)
    setAct(undefined)
    setOrder(undefined)
    onDone()
  }
  return (
    <PanelBox title={t.apps} aside={countText(tree.apps.length)}>
      <DataTable
        label={t.apps}
        rows={tree.apps}
        keyOf={({ appId }) => appId}
        columns={appColumns({ tree, onSet: setDraft, onAct: setAct, onSwitch: setOrder })}
      />
      {draft !== undefined && (
        <SenderDialog draft={draft} onClose={() => setDraft(undefined)} onDone={done} />
      )}
      {act !== undefined && <SenderActDialog act={act} onClose={() => setAct(undefined)} onDone={done} />}
      {order !== undefined && <ThrowSwitch order={order} onClose={() => setOrder(undefined)} onDone={done} />}
    </PanelBox>
  )
}
