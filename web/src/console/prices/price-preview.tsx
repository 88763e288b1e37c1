import type { RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useState } from 'preact/hooks'
import { countText, shortId } from '../../format/shown-text.js'
import { PRICES_TEXTS as t } from '../providers/providers-texts.js'
import { PanelBox, TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { DatedText, ForeignText, MoneyText } from '../../parts/words.js'
import { organizationName } from '../state/names.js'
import { useReading } from '../../state/reading.js'

type Preview = ResultOf<'previewPrice'>
type Difference = Preview['lines'][number]
type OwnDifference = Preview['organizations'][number]
/** The fields of a price that is previewed. */
export type PreviewedPrice = RequestOf<'previewPrice'>

/** How long typing must pause before the preview is read. */
const SETTLE_MS = 500

const FIGURES: readonly TableColumn<Difference>[] = [
  { head: t.messages, isNumber: true, cell: ({ messages }) => countText(messages) },
  { head: t.units, isNumber: true, cell: ({ units }) => countText(units) },
  {
    head: t.charged,
    isNumber: true,
    cell: ({ beforeMinor, currency }) => <MoneyText amountMinor={beforeMinor} currency={currency} />,
  },
  {
    head: t.wouldBe,
    isNumber: true,
    cell: ({ afterMinor, currency }) => <MoneyText amountMinor={afterMinor} currency={currency} />,
  },
  {
    head: t.difference,
    isNumber: true,
    cell: ({ differenceMinor, currency }) => (
      <b class="strong">
        <MoneyText amountMinor={differenceMinor} currency={currency} />
      </b>
    ),
  },
]

const COLUMNS: readonly TableColumn<Difference>[] = [
  { head: t.environment, cell: ({ environment }) => <TagWord>{environment}</TagWord> },
  ...FIGURES,
]

const OWN_COLUMNS: readonly TableColumn<OwnDifference>[] = [
  {
    head: t.organization,
    cell: ({ organizationId, environment }) => (
      <>
        <ForeignText text={organizationName(organizationId) ?? shortId(organizationId)} />{' '}
        <TagWord>{environment}</TagWord>
      </>
    ),
  },
  ...FIGURES,
]

const Differences = ({
  preview: { from, to, isEstimate, lookedAt, lines, organizations },
}: {
  preview: Preview
}) =>
  lines.length === 0 ? (
    <EmptyNote title={t.noVolumeTitle}>{t.noVolume}</EmptyNote>
  ) : (
    <>
      <DataTable
        label={t.preview}
        columns={COLUMNS}
        rows={lines}
        keyOf={({ environment, currency }) => `${environment} ${currency}`}
      />
      {organizations.length > 0 && (
        <details class="under">
          <summary>{t.mostChanged(organizations.length)}</summary>
          <DataTable
            label={t.mostChanged(organizations.length)}
            columns={OWN_COLUMNS}
            rows={organizations}
            keyOf={({ organizationId, environment, currency }) =>
              `${organizationId} ${environment} ${currency}`
            }
          />
        </details>
      )}
      <p class="under small quiet">
        <DatedText at={from} /> – <DatedText at={to} />. {isEstimate && t.estimate(countText(lookedAt))}
      </p>
    </>
  )

/** The effect that a price would have had in the 30 days before the panel was opened. */
export const PricePreviewPanel = ({ price }: { price: PreviewedPrice }) => {
  const reading = useReading('previewPrice', price, { isKept: false })
  return (
    <PanelBox title={t.preview} aside={t.lastMonth}>
      <ReadingView reading={reading}>{(preview) => <Differences preview={preview} />}</ReadingView>
    </PanelBox>
  )
}

/** The same preview for a price that is being typed. It waits until typing pauses. */
export const SettledPricePreview = ({ price }: { price: PreviewedPrice }) => {
  const [settled, setSettled] = useState<PreviewedPrice>()
  const key = JSON.stringify(price)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(price), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return settled === undefined ? null : <PricePreviewPanel price={settled} />
}
