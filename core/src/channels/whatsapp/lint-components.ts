import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { parseText, variableNames } from '../../kernel/texts/placeholders.js'
import { type ComponentPlace, isOneVariable, placesAbove, placesBelow } from './component-places.js'
import type { ButtonType, WhatsappButton, WhatsappCard, WhatsappMedia } from './whatsapp-components.js'
import type { WhatsappForms } from './whatsapp-forms.js'

type Draft = WhatsappForms['draft']
type ButtonPart = Exclude<keyof WhatsappButton, 'type'>

/** The parts that each type of button needs, and those that it may have. */
const PARTS: Readonly<Record<ButtonType, { needs: readonly ButtonPart[]; may: readonly ButtonPart[] }>> = {
  quick_reply: { needs: ['text'], may: ['payload'] },
  url: { needs: ['text', 'url'], may: [] },
  phone_number: { needs: ['text', 'phoneNumber'], may: [] },
  copy_code: { needs: ['code'], may: [] },
  otp: { needs: ['otpType'], may: [] },
}

const ALL_PARTS: readonly ButtonPart[] = ['text', 'url', 'phoneNumber', 'payload', 'code', 'otpType']

/** The vendor's limits on the number of buttons of a type; others are limited only together. */
const MOST_OF: Readonly<Partial<Record<ButtonType, number>>> = {
  url: 2,
  phone_number: 1,
  copy_code: 1,
  otp: 1,
}

const notAllowed = (field: string, message: string): FieldProblem =>
  bodyProblem(field, 'not_allowed', message)

/** A text in which a variable can be only the end of a link, after its host. */
const isSuffixed = (text: string): boolean => {
  const [base = '', , ...after] = parseText(text)
  return /^https:\/\/[^\s/?#@]+[/?#]/.test(base) && after.join('') === ''
}

const isLinkWithEnd = (text: string): boolean => {
  const [base = ''] = parseText(text)
  return /^https:\/\/[^\s/?#@]+[/?#]/.test(base)
}

const placeProblems = ({
  field,
  text,
  whole,
  piece,
  takesVariables,
}: ComponentPlace): readonly FieldProblem[] => {
  const parsed = parseText(text)
  if (parsed.length === 1)
    return whole === undefined || text.trim() === '' || whole.fits(text)
      ? []
      : [bodyProblem(field, 'format', whole.message.replace('The value', 'The text'))]
  if (!takesVariables) return [notAllowed(field, 'May hold no variable.')]
  if (whole === undefined || isOneVariable(text)) return []
  if (piece === undefined)
    return [bodyProblem(field, 'format', 'Must be a fixed text or exactly one variable.')]
  return isLinkWithEnd(text)
    ? []
    : [
        bodyProblem(
          field,
          'format',
          'A variable can stand only after `https://`, the host and a `/`, `?` or `#`.',
        ),
      ]
}

const urlProblems = (field: string, { url }: WhatsappButton): readonly FieldProblem[] => {
  if (url === undefined || parseText(url).length === 1) return []
  if (variableNames(parseText(url)).length > 1 || !isSuffixed(url))
    return [
      bodyProblem(
        field,
        'format',
        'One variable can be the end of the link, after the host and a `/`, `?` or `#`.',
      ),
    ]
  return []
}

const partProblems = (field: string, button: WhatsappButton): readonly FieldProblem[] => {
  const { needs, may } = PARTS[button.type]
  return [
    ...needs
      .filter((part) => button[part] === undefined)
      .map((part) => bodyProblem(`${field}/${part}`, 'required', `A button \`${button.type}\` needs it.`)),
    ...ALL_PARTS.filter(
      (part) => button[part] !== undefined && !needs.includes(part) && !may.includes(part),
    ).map((part) => notAllowed(`${field}/${part}`, `A button \`${button.type}\` has none.`)),
    ...urlProblems(`${field}/url`, button),
  ]
}

/** Quick replies and other buttons can't alternate. */
const isMixed = (buttons: readonly WhatsappButton[]): boolean => {
  const changes = buttons.filter(
    ({ type }, at) => at > 0 && (type === 'quick_reply') !== (buttons[at - 1]?.type === 'quick_reply'),
  )
  return changes.length > 1
}

const listProblems = (field: string, buttons: readonly WhatsappButton[]): readonly FieldProblem[] => {
  const ofType = (type: ButtonType) => buttons.filter((button) => button.type === type).length
  const tooMany = Object.entries(MOST_OF).filter(([type, most]) => ofType(type as ButtonType) > most)
  return [
    ...buttons.flatMap((button, at) => partProblems(`${field}/${at}`, button)),
    ...tooMany.map(([type, most]) =>
      bodyProblem(field, 'too_many', `Must have at most ${most} of \`${type}\`.`),
    ),
    ...(isMixed(buttons) ? [notAllowed(field, 'Quick replies must stand together.')] : []),
    ...(ofType('otp') > 0 && buttons.length > 1
      ? [notAllowed(field, 'An `otp` button is the only button of its text.')]
      : []),
  ]
}

const mediaProblems = (field: string, media: WhatsappMedia | undefined): readonly FieldProblem[] =>
  media?.filename !== undefined && media.type !== 'document'
    ? [notAllowed(`${field}/filename`, 'Only a document has a name.')]
    : []

const sameness = ({ media, text, buttons }: WhatsappCard): string =>
  JSON.stringify([media.type, text !== undefined, buttons.map(({ type }) => type)])

const cardProblems = (cards: readonly WhatsappCard[]): readonly FieldProblem[] => {
  const [first] = cards
  return cards.flatMap((card, at) => {
    const field = `/content/cards/${at}`
    const isForCards = card.buttons.every(({ type }) => type !== 'copy_code' && type !== 'otp')
    return [
      ...mediaProblems(`${field}/media`, card.media),
      ...listProblems(`${field}/buttons`, card.buttons),
      ...(card.media.type === 'document'
        ? [notAllowed(`${field}/media/type`, 'A card has an image or a video.')]
        : []),
      ...(isForCards ? [] : [notAllowed(`${field}/buttons`, 'A card has no `copy_code` and no `otp`.')]),
      ...(first !== undefined && sameness(first) !== sameness(card)
        ? [bodyProblem(field, 'mismatch', 'All cards must have the same components in the same order.')]
        : []),
    ]
  })
}

const NO_CARDS_WITH = ['header', 'media', 'location', 'footer', 'buttons'] as const
const ABOVE = ['header', 'media', 'location'] as const

const combinationProblems = (content: Draft): readonly FieldProblem[] => {
  if (content.cards !== undefined)
    return NO_CARDS_WITH.filter((part) => content[part] !== undefined).map((part) =>
      notAllowed(`/content/${part}`, 'A text with cards has only its text above them.'),
    )
  return ABOVE.filter((part) => content[part] !== undefined)
    .slice(1)
    .map((part) => notAllowed(`/content/${part}`, 'A text has one header: a line, a file or a location.'))
}

/** The vendor's category for OTPs allows a text with one variable and an OTP button, and nothing else. */
const otpProblems = (content: Draft, isOtp: boolean | undefined): readonly FieldProblem[] => {
  const { text, media, location, buttons = [], cards } = content
  const hasButton = buttons.some(({ type }) => type === 'otp')
  if (hasButton && variableNames(parseText(text)).length !== 1)
    return [
      bodyProblem('/content/text', 'mismatch', 'A text with an `otp` button has one variable, the code.'),
    ]
  if (hasButton && isOtp === false)
    return [notAllowed('/content/buttons', 'An `otp` button needs the category `otp`.')]
  if (isOtp !== true) return []
  return Object.entries({ media, location, cards, buttons: hasButton ? undefined : content.buttons })
    .filter(([, part]) => part !== undefined)
    .map(([name]) =>
      notAllowed(`/content/${name}`, 'WhatsApp allows none in the category `otp`, except an `otp` button.'),
    )
}

/**
 * The problems for which the vendor refuses the components of a text, or a send of it (WhatsApp's guidelines
 * on components). `isOtp` is undefined if the category is unknown.
 */
export const lintComponents = (content: Draft, isOtp: boolean | undefined): readonly FieldProblem[] => [
  ...combinationProblems(content),
  ...otpProblems(content, isOtp),
  ...mediaProblems('/content/media', content.media),
  ...listProblems('/content/buttons', content.buttons ?? []),
  ...cardProblems(content.cards ?? []),
  ...[...placesAbove(content), ...placesBelow(content)].flatMap(placeProblems),
]
