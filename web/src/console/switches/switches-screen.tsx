import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText, shortId } from '../../format/shown-text.js'
import { SWITCHES_TEXTS as t } from './switches-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable } from '../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { DatedText } from '../../parts/words.js'
import { may } from '../state/access.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { ChooseSwitch, type SwitchKind } from './choose-switch.js'
import { StoppedPanel } from './stopped-list.js'
import { address, goOn, pathWith } from '../../state/address.js'
import { isSwitch, type SwitchCommand, ThrowSwitch } from './throw-switch.js'

type Block = ResultOf<'listPrefixBlocks'>['prefixBlocks'][number]

const BreakerPanel = () => {
  const reading = useReading('listPrefixBlocks', { limit: 100 })
  const [open, setOpen] = useState<Block>()
  return (
    <ReadingView reading={reading}>
      {({ prefixBlocks }) => (
        <PanelBox title={t.breaker} aside={countText(prefixBlocks.length)}>
          {prefixBlocks.length === 0 ? (
            <EmptyNote title={t.noneTitle}>{t.none}</EmptyNote>
          ) : (
            <DataTable
              label={t.breaker}
              rows={prefixBlocks}
              keyOf={({ appId, prefix, blockedAt }) => `${appId} ${prefix} ${blockedAt}`}
              columns={[
                { head: t.name, cell: ({ prefix }) => <b class="strong">{prefix}</b> },
                { head: t.app, cell: ({ appId }) => shortId(appId) },
                { head: t.since, cell: ({ blockedAt }) => <DatedText at={blockedAt} /> },
                { head: t.until, cell: ({ until, liftedAt }) => <DatedText at={liftedAt ?? until} /> },
                { head: t.sends, isNumber: true, cell: ({ sends }) => countText(sends) },
                { head: t.verified, isNumber: true, cell: ({ verified }) => countText(verified) },
                {
                  head: t.actions,
                  isNumber: true,
                  cell: (block) =>
                    block.liftedAt === null && (
                      <button type="button" class="button bare" onClick={() => setOpen(block)}>
                        {t.lift}
                      </button>
                    ),
                },
              ]}
            />
          )}
          {open !== undefined && (
            <OperationDialog
              operation="liftPrefixBlock"
              title={t.liftTitle(open.prefix)}
              lead={t.liftLead}
              fixed={{ appId: open.appId, prefix: open.prefix }}
              confirm={t.liftDo}
              onClose={() => setOpen(undefined)}
              onDone={() => {
                say(t.lifted)
                setOpen(undefined)
                reading.retry()
              }}
            />
          )}
        </PanelBox>
      )}
    </ReadingView>
  )
}

const kindsAllowed = (): readonly SwitchKind[] => [
  ...(may('admin.organizations') ? (['organization'] as const) : []),
  ...(may('admin.providers') ? (['app', 'account', 'destination'] as const) : []),
]

/** The switch that another screen requested. */
const orderIn = ({ operation, target, name }: Readonly<Record<string, string>>): SwitchCommand | undefined =>
  target !== undefined && isSwitch(operation) ? { operation, target, name: name ?? target } : undefined

/** Clears the request, so that it doesn't return after a reload or with the Back button. */
const forgetMemory = (): void => goOn(pathWith(address.value.path, address.value.filters), {})

/**
 * The emergency stops: what is stopped, and the switches that stop something, each with a preview of its
 * effect.
 */
export const SwitchesScreen = () => {
  useTitle(t.title)
  const [kind, setKind] = useState<SwitchKind>()
  const [order, setOrder] = useState<SwitchCommand>()
  const [count, setCount] = useState(0)
  const { memory } = address.value
  useEffect(() => {
    const requestedOrder = orderIn(memory)
    if (requestedOrder !== undefined) setOrder(requestedOrder)
  }, [memory])
  return (
    <div class="page">
      <section class="stack" aria-label={t.stopSomething}>
        <h2>{t.stopSomething}</h2>
        <div class="row">
          {kindsAllowed().map((one) => (
            <button key={one} type="button" class="button" onClick={() => setKind(one)}>
              {t.kinds[one]}
            </button>
          ))}
          <span class="small quiet">{t.stopHint}</span>
        </div>
      </section>
      <div class="stack wide" key={count}>
        <StoppedPanel onOpen={setOrder} />
        {may('admin.providers') && <BreakerPanel />}
      </div>
      {kind !== undefined && (
        <ChooseSwitch
          kind={kind}
          onClose={() => setKind(undefined)}
          onChoose={(chosen) => {
            setKind(undefined)
            setOrder(chosen)
          }}
        />
      )}
      {order !== undefined && (
        <ThrowSwitch
          order={order}
          onClose={() => {
            setOrder(undefined)
            forgetMemory()
          }}
          onDone={() => {
            setOrder(undefined)
            forgetMemory()
            setCount(count + 1)
          }}
        />
      )}
    </div>
  )
}
