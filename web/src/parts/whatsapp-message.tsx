import { shownText } from '../format/shown-text.js'
import { whatsappPieces } from '../format/whatsapp-text.js'
import { PHONE_TEXTS as t } from '../language/phone-texts.js'

interface ShownMedia {
  readonly type?: string | undefined
  readonly link?: string | undefined
  readonly filename?: string | undefined
}

interface ShownButton {
  readonly type?: string | undefined
  readonly text?: string | undefined
  readonly otpType?: string | undefined
}

/** The content of a WhatsApp text, also while it is being written. */
export interface ShownWhatsapp {
  readonly text?: string | undefined
  readonly header?: string | undefined
  readonly media?: ShownMedia | undefined
  readonly location?: { readonly name?: string; readonly address?: string } | undefined
  readonly footer?: string | undefined
  readonly buttons?: readonly ShownButton[] | undefined
  readonly cards?:
    | ReadonlyArray<{
        readonly media?: ShownMedia
        readonly text?: string
        readonly buttons?: readonly ShownButton[]
      }>
    | undefined
}

interface MessageProps {
  readonly content: ShownWhatsapp
  /** The text of a part with values, from its path in the content, for example `buttons/0/text`. */
  filled(path: string, written: string): string
}

const StyledText = ({ text }: { text: string }) => (
  <>
    {whatsappPieces(shownText(text)).map(({ text: piece, style: Style }, at) =>
      Style === undefined ? piece : <Style key={`${at} ${piece}`}>{piece}</Style>,
    )}
  </>
)

const MediaBox = ({
  media: { type = '', filename },
  path,
  filled,
}: Pick<MessageProps, 'filled'> & { media: ShownMedia; path: string }) => (
  <div class={type === 'document' ? 'media file' : 'media'}>
    {filename === undefined || filename === ''
      ? (t.media[type] ?? type)
      : shownText(filled(`${path}/filename`, filename))}
  </div>
)

const labelOf = ({ type, otpType = '', text = '' }: ShownButton): string => {
  if (type === 'copy_code') return t.copyOffer
  return type === 'otp' ? (t.otp[otpType] ?? otpType) : text
}

/** A phone shows up to this many buttons; of more it shows all but the last of these, and a list. */
const MOST_SHOWN = 3

const ButtonRows = ({ buttons }: { buttons: readonly ShownButton[] }) => {
  const isLong = buttons.length > MOST_SHOWN
  const shown = isLong ? buttons.slice(0, MOST_SHOWN - 1) : buttons
  return (
    <>
      {shown.map((button, at) => (
        <div key={`${at} ${labelOf(button)}`} class={`tap ${button.type ?? ''}`}>
          {shownText(labelOf(button))}
        </div>
      ))}
      {isLong && (
        <details class="tap">
          <summary>{t.allOptions}</summary>
          {buttons.slice(MOST_SHOWN - 1).map((button, at) => (
            <div key={`${at} ${labelOf(button)}`} class={`tap ${button.type ?? ''}`}>
              {shownText(labelOf(button))}
            </div>
          ))}
        </details>
      )}
    </>
  )
}

const CardRow = ({
  cards,
  filled,
}: Pick<MessageProps, 'filled'> & { cards: NonNullable<ShownWhatsapp['cards']> }) => (
  <div class="cards" role="group" aria-label={t.cards} tabIndex={0}>
    {cards.map(({ media = {}, text = '', buttons = [] }, at) => (
      <div key={`${at} ${text}`} class="bubble card" dir="auto">
        <MediaBox media={media} path={`cards/${at}/media`} filled={filled} />
        {text !== '' && (
          <div>
            <StyledText text={filled(`cards/${at}/text`, text)} />
          </div>
        )}
        <ButtonRows buttons={buttons} />
      </div>
    ))}
  </div>
)

/** A WhatsApp message as a phone shows it: header, text, footer, buttons and cards. */
export const WhatsappMessage = ({ content, filled }: MessageProps) => {
  const { text = '', header = '', media, location, footer = '', buttons = [], cards = [] } = content
  return (
    <>
      <div class="bubble" dir="auto">
        {media !== undefined && <MediaBox media={media} path="media" filled={filled} />}
        {location !== undefined && (
          <div class="media place">
            <span>{t.location}</span>
            <b class="strong">{shownText(filled('location/name', location.name ?? ''))}</b>
            <span class="small">{shownText(filled('location/address', location.address ?? ''))}</span>
          </div>
        )}
        {header !== '' && <div class="above">{shownText(filled('header', header))}</div>}
        <StyledText text={filled('text', text)} />
        {footer !== '' && <div class="small quiet">{shownText(filled('footer', footer))}</div>}
        <ButtonRows buttons={buttons} />
      </div>
      {cards.length > 0 && <CardRow cards={cards} filled={filled} />}
    </>
  )
}
