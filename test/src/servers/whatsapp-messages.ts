import type { CloudTemplate } from './whatsapp-configuration.js'

/** A message that the Cloud API accepted. */
export interface SentTemplate {
  readonly number: string
  readonly to: string
  readonly template: string
  /** The text that its recipient reads, and the values of its body. */
  readonly text: string
  readonly bodyValues: readonly string[]
  /** The value of its button; undefined if it has none. */
  readonly button: string | undefined
  readonly biz_opaque_callback_data: string | undefined
}

/** An error of the Graph API. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal'
  constructor(
    readonly status: number,
    readonly code: number,
    readonly details: string,
  ) {
    super(details)
  }
}

/** The vendor's HTTP status of an error code; all others have 400. */
const STATUSES: Readonly<Record<number, number>> = {
  0: 401,
  1: 500,
  2: 503,
  3: 500,
  10: 403,
  190: 401,
  368: 403,
  4: 429,
  80007: 429,
  130429: 429,
  131048: 429,
  131056: 429,
  131000: 500,
  131005: 403,
  131016: 500,
  131031: 403,
  131057: 500,
  132001: 404,
  133004: 503,
}

const statusOf = (code: number): number => (code >= 200 && code <= 299 ? 403 : (STATUSES[code] ?? 400))

interface Component {
  readonly type: string
  readonly sub_type?: string
  readonly index?: string
  readonly parameters: ReadonlyArray<{ readonly type: string; readonly text: string }>
}

interface MessageBody {
  readonly messaging_product?: string
  readonly to?: string
  readonly type?: string
  readonly template?: {
    readonly name?: string
    readonly language?: { readonly code?: string }
    readonly components?: readonly Component[]
  }
  readonly biz_opaque_callback_data?: string
}

const LONGEST_OTP = 15

const valuesOf = (components: readonly Component[], type: string): readonly string[] => {
  const found = components.filter((each) => each.type === type)
  if (found.length > 1) throw new GraphRefusal(400, 132000, `more than one component ${type}`)
  return (found[0]?.parameters ?? []).map((parameter) => {
    if (parameter.type !== 'text' || typeof parameter.text !== 'string' || parameter.text === '')
      throw new GraphRefusal(400, 132012, 'Parameter format does not match format in the created template')
    if (/[\n\r\t]| {5,}/.test(parameter.text))
      throw new GraphRefusal(
        400,
        132018,
        'Param text cannot have new-line/tab characters or more than 4 spaces',
      )
    return parameter.text
  })
}

const placesIn = (text: string): number => new Set(text.match(/\{\{\d+\}\}/g)).size

const filled = (text: string, values: readonly string[]): string => {
  const places = placesIn(text)
  if (places !== values.length)
    throw new GraphRefusal(400, 132000, `the text has ${places} parameters, ${values.length} were given`)
  return text.replaceAll(/\{\{(\d+)\}\}/g, (_, place: string) => values[Number(place) - 1] ?? '')
}

/**
 * The button of an authentication template has the value in its body; other templates of the tests have none.
 */
const buttonOf = (
  components: readonly Component[],
  { isAuthentication }: CloudTemplate,
  body: readonly string[],
): string | undefined => {
  const [otp] = valuesOf(components, 'button')
  if (!isAuthentication) {
    if (otp !== undefined) throw new GraphRefusal(400, 132018, 'the template has no button')
    return undefined
  }
  const button = components.find(({ type }) => type === 'button')
  if (otp === undefined || button?.sub_type !== 'url' || button.index !== '0')
    throw new GraphRefusal(400, 131008, 'Required parameter is missing: buttons')
  if (otp.length > LONGEST_OTP || body.length !== 1 || body[0] !== otp)
    throw new GraphRefusal(400, 132018, 'the button and the body say one code')
  return otp
}

const throwRequestedRefusal = (to: string): void => {
  const [, code] = /^\+999(\d+)$/.exec(to) ?? []
  if (code !== undefined) throw new GraphRefusal(statusOf(Number(code)), Number(code), 'as the number asks')
}

const bodyIn = (text: string): MessageBody => {
  try {
    return JSON.parse(text) as MessageBody
  } catch {
    throw new GraphRefusal(400, 100, 'Invalid JSON')
  }
}

/** Parses a template message as strictly as the vendor; throws the vendor's refusal. */
export const readTemplateMessage = (
  text: string,
  number: string,
  templates: readonly CloudTemplate[],
): SentTemplate => {
  const { messaging_product, to = '', type, template, biz_opaque_callback_data } = bodyIn(text)
  if (
    messaging_product !== 'whatsapp' ||
    type !== 'template' ||
    (biz_opaque_callback_data ?? '').length > 512
  )
    throw new GraphRefusal(400, 100, 'Invalid parameter')
  if (!/^\+?\d{5,15}$/.test(to)) throw new GraphRefusal(400, 131009, 'Parameter value is not valid: to')
  throwRequestedRefusal(to)
  const name = template?.name ?? ''
  const known = templates.find((one) => one.name === name && one.language === template?.language?.code)
  if (known === undefined) throw new GraphRefusal(404, 132001, 'Template does not exist in the translation')
  const components = template?.components ?? []
  const header = filled(known.header ?? '', valuesOf(components, 'header'))
  const bodyValues = valuesOf(components, 'body')
  const body = filled(known.body, bodyValues)
  return {
    number,
    to,
    template: name,
    text: header === '' ? body : `${header}\n${body}`,
    bodyValues,
    button: buttonOf(components, known, bodyValues),
    biz_opaque_callback_data,
  }
}
