import type { ComponentChildren } from 'preact'
import { describedBy, FormFieldBox, WrongText } from '../../parts/form-field.js'
import { COMPONENT_TEXTS as t } from './component-texts.js'
import {
  BUTTON_PARTS,
  emptyButton,
  emptyCard,
  type WrittenButton,
  type WrittenCard,
  type WrittenComponents,
} from './written-components.js'

interface SharedProps {
  /** The problems by JSON Pointer. */
  readonly problems: ReadonlyMap<string, readonly string[]>
  readonly isFixed: boolean
}

interface ComponentsProps extends SharedProps {
  readonly components: WrittenComponents
  /** The field of the header's line, which is a part of the text. */
  readonly lineField: ComponentChildren
  onWrite(change: Partial<WrittenComponents>): void
}

interface InputProps extends SharedProps {
  readonly pointer: string
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string
  onWrite(value: string): void
}

const Input = ({ pointer, label, hint, value, problems, isFixed, onWrite }: InputProps) => {
  const problem = problems.get(pointer)?.join(' ')
  return (
    <FormFieldBox id={`f${pointer}`} label={label} hint={hint} problem={problem}>
      <input
        {...describedBy(`f${pointer}`, problem, hint)}
        class="input"
        type="text"
        autocomplete="off"
        dir="auto"
        value={value}
        disabled={isFixed}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    </FormFieldBox>
  )
}

interface SelectProps extends InputProps {
  readonly words: Readonly<Record<string, string>>
}

const Select = ({ pointer, label, hint, value, words, problems, isFixed, onWrite }: SelectProps) => {
  const problem = problems.get(pointer)?.join(' ')
  return (
    <FormFieldBox id={`f${pointer}`} label={label} hint={hint} problem={problem}>
      <select
        {...describedBy(`f${pointer}`, problem, hint)}
        class="input"
        value={value}
        disabled={isFixed}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
      >
        {Object.entries(words).map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    </FormFieldBox>
  )
}

const ListProblems = ({ problems, pointer }: Pick<SharedProps, 'problems'> & { pointer: string }) => (
  <>
    {(problems.get(pointer) ?? []).map((message) => (
      <WrongText key={message}>{message}</WrongText>
    ))}
  </>
)

interface ButtonsProps extends SharedProps {
  readonly buttons: readonly WrittenButton[]
  readonly pointer: string
  readonly most: number
  readonly least: number
  readonly types: Readonly<Record<string, string>>
  /** The name of the button's card, for readers of labels; empty if it is in none. */
  readonly within: string
  onWrite(buttons: readonly WrittenButton[]): void
}

/** The name of an entry of a list, with a button that removes it if it can be removed. */
const EntryHead = ({
  name,
  isFixed,
  onRemove,
}: {
  name: string
  isFixed: boolean
  onRemove: (() => void) | undefined
}) => (
  <div class="row">
    <span class="strong">{name}</span>
    {onRemove !== undefined && (
      <button type="button" class="button bare push" disabled={isFixed} onClick={onRemove}>
        {t.remove}
      </button>
    )}
  </div>
)

const ButtonRow = ({
  at,
  button,
  buttons,
  pointer,
  least,
  types,
  within,
  onWrite,
  ...shared
}: ButtonsProps & { at: number; button: WrittenButton }) => {
  const own = `${pointer}/${at}`
  const change = (part: Partial<WrittenButton>) =>
    onWrite(buttons.map((one, place) => (place === at ? { ...one, ...part } : one)))
  return (
    <div class="panel in stack" role="group" aria-label={`${within}${t.button(at + 1)}`}>
      <EntryHead
        name={t.button(at + 1)}
        isFixed={shared.isFixed}
        onRemove={
          buttons.length > least ? () => onWrite(buttons.filter((_, place) => place !== at)) : undefined
        }
      />
      <div class="cols even">
        <Select
          {...shared}
          pointer={`${own}/type`}
          label={t.type}
          value={button.type}
          words={types}
          onWrite={(type) => change({ type })}
        />
        {(BUTTON_PARTS[button.type] ?? []).map(([part]) =>
          part === 'otpType' ? (
            <Select
              {...shared}
              key={part}
              pointer={`${own}/otpType`}
              label={t.otpType}
              value={button.otpType}
              words={t.otpTypes}
              onWrite={(otpType) => change({ otpType })}
            />
          ) : (
            <Input
              {...shared}
              key={part}
              pointer={`${own}/${part}`}
              label={t.buttonParts[part]}
              hint={t.buttonHints[part]}
              value={button[part]}
              onWrite={(value) => change({ [part]: value })}
            />
          ),
        )}
      </div>
    </div>
  )
}

const ButtonList = (props: ButtonsProps) => {
  const { buttons, pointer, most, types, within, isFixed, problems, onWrite } = props
  const [first = 'quick_reply'] = Object.keys(types)
  return (
    <div class="field" role="group" aria-label={`${within}${t.buttons}`}>
      <span class="strong">{t.buttons}</span>
      {buttons.map((button, at) => (
        <ButtonRow key={`${at} of ${buttons.length}`} {...props} at={at} button={button} />
      ))}
      <ListProblems problems={problems} pointer={pointer} />
      {buttons.length < most && (
        <div>
          <button
            type="button"
            class="button"
            disabled={isFixed}
            onClick={() => onWrite([...buttons, emptyButton(first)])}
          >
            {t.addButton}
          </button>
        </div>
      )}
    </div>
  )
}

const CardFields = ({
  at,
  card,
  onChange,
  onRemove,
  ...shared
}: SharedProps & {
  at: number
  card: WrittenCard
  onChange(card: Partial<WrittenCard>): void
  onRemove(): void
}) => {
  const own = `/content/cards/${at}`
  return (
    <div class="panel in stack" role="group" aria-label={t.card(at + 1)}>
      <EntryHead name={t.card(at + 1)} isFixed={shared.isFixed} onRemove={onRemove} />
      <ListProblems problems={shared.problems} pointer={own} />
      <div class="cols even">
        <Select
          {...shared}
          pointer={`${own}/media/type`}
          label={t.file}
          value={card.type}
          words={t.cardFiles}
          onWrite={(type) => onChange({ type })}
        />
        <Input
          {...shared}
          pointer={`${own}/media/link`}
          label={t.link}
          hint={t.linkHint}
          value={card.link}
          onWrite={(link) => onChange({ link })}
        />
        <Input
          {...shared}
          pointer={`${own}/text`}
          label={t.cardText}
          value={card.text}
          onWrite={(text) => onChange({ text })}
        />
      </div>
      <ButtonList
        {...shared}
        buttons={card.buttons}
        pointer={`${own}/buttons`}
        most={2}
        least={1}
        types={t.cardButtonTypes}
        within={`${t.card(at + 1)}, `}
        onWrite={(buttons) => onChange({ buttons })}
      />
    </div>
  )
}

/** A carousel has at least and at most this many cards. */
const [LEAST_CARDS, MOST_CARDS] = [2, 10]

const CardList = ({ components: { cards }, problems, isFixed, onWrite }: ComponentsProps) => {
  const add = () => {
    const missing = Math.max(1, LEAST_CARDS - cards.length)
    const added = Array.from({ length: missing }, () => emptyCard(cards.at(-1)))
    onWrite({ cards: [...cards, ...added] })
  }
  return (
    <div class="field" role="group" aria-label={t.cards}>
      <span class="strong">{t.cards}</span>
      {cards.map((card, at) => (
        <CardFields
          key={`${at} of ${cards.length}`}
          at={at}
          card={card}
          problems={problems}
          isFixed={isFixed}
          onChange={(change) =>
            onWrite({ cards: cards.map((one, place) => (place === at ? { ...one, ...change } : one)) })
          }
          onRemove={() =>
            onWrite({ cards: cards.length <= LEAST_CARDS ? [] : cards.filter((_, place) => place !== at) })
          }
        />
      ))}
      <ListProblems problems={problems} pointer="/content/cards" />
      {cards.length < MOST_CARDS && (
        <div>
          <button type="button" class="button" disabled={isFixed} onClick={add}>
            {cards.length === 0 ? t.addCards : t.addCard}
          </button>
        </div>
      )}
      {cards.length === 0 && <p class="hint">{t.cardsHint}</p>}
    </div>
  )
}

/** The header of a WhatsApp text: none, a line, a file or a place. */
export const HeaderFields = ({ components, lineField, onWrite, ...shared }: ComponentsProps) => {
  const { above } = components
  const input = (
    pointer: string,
    part: 'link' | 'filename' | 'latitude' | 'longitude' | 'name' | 'address',
    hint?: string,
  ) => (
    <Input
      {...shared}
      pointer={`/content/${pointer}/${part}`}
      label={t.headerParts[part]}
      hint={hint}
      value={components[part]}
      onWrite={(value) => onWrite({ [part]: value })}
    />
  )
  return (
    <>
      <Select
        {...shared}
        pointer={above === 'location' ? '/content/location' : '/content/media'}
        label={t.header}
        value={above}
        words={t.headers}
        onWrite={(chosen) => onWrite({ above: chosen })}
      />
      {above === 'line' && lineField}
      {(above === 'image' || above === 'video' || above === 'document') && input('media', 'link', t.linkHint)}
      {above === 'document' && input('media', 'filename', t.optional)}
      {above === 'location' && (
        <div class="cols even">
          {input('location', 'latitude', t.degreesHint)}
          {input('location', 'longitude', t.degreesHint)}
          {input('location', 'name')}
          {input('location', 'address')}
        </div>
      )}
    </>
  )
}

const MOST_BUTTONS = 10

/** The buttons and the cards of a WhatsApp text. */
export const ButtonAndCardFields = (props: ComponentsProps) => {
  const { components, problems, isFixed, onWrite } = props
  const { buttons, cards } = components
  return (
    <>
      {(cards.length === 0 || buttons.length > 0) && (
        <ButtonList
          problems={problems}
          isFixed={isFixed}
          buttons={buttons}
          pointer="/content/buttons"
          most={MOST_BUTTONS}
          least={0}
          types={t.buttonTypes}
          within=""
          onWrite={(changed) => onWrite({ buttons: changed })}
        />
      )}
      {(buttons.length === 0 || cards.length > 0) && <CardList {...props} />}
    </>
  )
}
