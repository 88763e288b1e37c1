import type { HtmlAttribute } from '../../kernel/texts/html-token.js'

/** Information about placeholders by position. */
export interface PlaceRules {
  /** Whether the variable's values are links. */
  isLink(placeholder: number): boolean
}

/** Attributes with one URL, in which variables of link types are allowed. */
const LINKS = new Set(['href', 'src'])

/** Attributes that browsers read as URLs, styles or code. */
const NO_VARIABLES = new Set(
  [
    'action archive background cite classid codebase data dynsrc formaction http-equiv imagesrcset',
    'longdesc lowsrc manifest ping poster profile srcdoc srcset style target usemap xlink:href xmlns',
  ].flatMap((line) => line.split(' ')),
)

const valueProblem = (
  { name, isQuoted }: HtmlAttribute,
  placeholder: number,
  { isLink }: PlaceRules,
): string | undefined => {
  const shown = name.slice(0, 64)
  if (!isQuoted) return `is in the attribute \`${shown}\` without quotes. Put the value in double quotes.`
  if (LINKS.has(name))
    return isLink(placeholder)
      ? undefined
      : `is in the attribute \`${shown}\`. Only variables of the type \`url\` may be there.`
  return NO_VARIABLES.has(name) || name.startsWith('on')
    ? `is in the attribute \`${shown}\`, where no variable may be.`
    : undefined
}

/**
 * Each placeholder in the attributes of an element, with its problem there: the end of a sentence, or
 * undefined.
 */
export const attributePlaces = (
  attributes: readonly HtmlAttribute[],
  placeholdersIn: (part: string) => readonly number[],
  rules: PlaceRules,
): ReadonlyArray<readonly [placeholder: number, problem: string | undefined]> =>
  attributes.flatMap((attribute) => [
    ...placeholdersIn(attribute.name).map(
      (one) => [one, 'is in the name of an attribute, where no variable may be.'] as const,
    ),
    ...placeholdersIn(attribute.value).map((one) => [one, valueProblem(attribute, one, rules)] as const),
  ])
