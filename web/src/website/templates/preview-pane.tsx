import { useState } from 'preact/hooks'
import { countryOfPrefix } from '../../format/calling-codes.js'
import { moneyText } from '../../format/money.js'
import { countText } from '../../format/shown-text.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { LoadingBones } from '../../parts/screen-states.js'
import { OWN_TEMPLATES_TEXTS as t } from './templates-texts.js'
import { PhonePreview } from './phone-preview.js'
import type { PreviewStatus, TemplatePreview } from './use-template-preview.js'
import type { OwnDraft, TemplateBody } from './written-template.js'

type Sample = NonNullable<TemplatePreview['example']>
type Price = NonNullable<TemplatePreview['price']>

const MANY = 10_000

const destinationWord = (prefix: string): string => {
  if (prefix === '*') return t.everywhere
  const country = countryOfPrefix(prefix)
  return country === undefined ? prefix : `${country} ${prefix}`
}

/** How full an SMS's segments are, as text and as a bar. */
const SegmentFigures = ({ example, longest }: { example: Sample; longest: Sample }) => {
  const { segments, filled, room, encoding = '' } = example
  if (segments === undefined || filled === undefined || room === undefined) return null
  const words = t.filled(countText(filled), countText(room), t.encodings[encoding] ?? encoding)
  return (
    <div class="stack">
      <p class="row">
        <b class="strong">{t.segments(segments)}</b> <span class="quiet">{words}</span>
      </p>
      <svg class="filling" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="room" width="100" height="6" rx="1" />
        <rect class="filled" width={Math.round((filled / room) * 100)} height="6" rx="1" />
      </svg>
      <p class="small quiet">
        {t.longestLine(countText(longest.characters ?? 0), t.segments(longest.segments ?? 1))}
        {encoding === 'ucs2' && ` ${t.unicode}`}
      </p>
    </div>
  )
}

const priceRange = (price: Price, count: number): string => {
  const [least, most] = [price.amountMinor, price.mostAmountMinor].map((minor) =>
    moneyText(minor * count, price.currency),
  )
  return least === most ? (least ?? '') : t.range(least ?? '', most ?? '')
}

interface PriceProps {
  readonly preview: TemplatePreview
  readonly destination: string
  onChoose(destination: string): void
}

const PriceFigures = ({ preview: { price, destinations }, destination, onChoose }: PriceProps) => {
  const choices = destinations.includes(destination) ? destinations : [destination, ...destinations]
  return (
    <FactList
      facts={[
        [
          t.destination,
          choices.length < 2 ? undefined : (
            <select
              class="input"
              aria-label={t.destination}
              value={destination}
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            >
              {choices.map((prefix) => (
                <option key={prefix} value={prefix}>
                  {destinationWord(prefix)}
                </option>
              ))}
            </select>
          ),
        ],
        [
          t.price,
          price === null ? (
            <span class="quiet">
              {choices.length > 1 && destination === '*' ? t.noPriceAnywhere : t.noPrice}
            </span>
          ) : (
            <>
              <b class="strong">{moneyText(price.amountMinor, price.currency)}</b>
              {price.mostAmountMinor !== price.amountMinor &&
                `, ${t.atMost(moneyText(price.mostAmountMinor, price.currency))}`}
            </>
          ),
        ],
        [t.tenThousand(countText(MANY)), price === null ? undefined : priceRange(price, MANY)],
      ]}
    />
  )
}

interface PreviewPaneProps {
  readonly channel: string
  /** The entered content. */
  readonly content: TemplateBody['content']
  readonly status: PreviewStatus
  readonly saved: OwnDraft | undefined
  readonly destination: string
  onChoose(destination: string): void
}

/** The preview of a text: its appearance, its number of segments and its price. */
export const PreviewPane = ({ channel, content, status, saved, destination, onChoose }: PreviewPaneProps) => {
  const [isLongest, setLongest] = useState(false)
  const { preview, isCurrent, error } = status
  const { example = null, longest = null } = preview ?? {}
  const shown = isLongest ? longest : example
  return (
    <section class="pane well" aria-label={t.preview}>
      <div class="head">
        <h2>{t.preview}</h2>
        <span class="small quiet" role="status">
          {error !== undefined ? t.previewFailed : ''}
        </span>
        <div class="row push">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              class="chip"
              aria-pressed={isLongest === one}
              onClick={() => setLongest(one)}
            >
              {one ? t.withLongest : t.withExamples}
            </button>
          ))}
        </div>
      </div>
      <div class="fit">
        {preview === undefined && error === undefined && <LoadingBones />}
        {preview !== undefined && shown !== null && example !== null && longest !== null && (
          <div class={isCurrent ? 'in stack wide' : 'in stack wide outdated'} aria-busy={!isCurrent}>
            {preview.warnings.map(({ code, message }) => (
              <NoteBox key={code} tone="warn">
                <p>{message}</p>
              </NoteBox>
            ))}
            <PhonePreview channel={channel} content={content} sample={shown} saved={saved} />
            <SegmentFigures example={shown} longest={longest} />
            <PriceFigures preview={preview} destination={destination} onChoose={onChoose} />
          </div>
        )}
      </div>
    </section>
  )
}
