import type { SettingsRead } from '@postrider/core/tenancy/domain/settings-form'
import type { FieldTemplate, GatewayForm } from '../gateways/gateway.js'
import { placeholdersIn, textsIn } from '../requests/placeholders.js'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'
import { checkTemplates } from './check-templates.js'
import type { CUSTOM_FORM } from './gateway-forms.js'

type CustomSettings = SettingsRead<typeof CUSTOM_FORM>['settings']

const DEEPEST = 5
const USUAL_STATUS = '200,201,202'

const isTemplate = (value: unknown, depth = 0): value is FieldTemplate => {
  if (['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return false
  return Object.values(value).every((each) => isTemplate(each, depth + 1))
}

const objectOf = (name: string, text: string | undefined): Readonly<Record<string, FieldTemplate>> => {
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrongAccount(`${name} must be a JSON object`)
  }
  if (!isTemplate(value) || typeof value !== 'object' || Array.isArray(value))
    throw wrongAccount(`${name} must be a JSON object of strings, numbers and booleans`)
  return value as Readonly<Record<string, FieldTemplate>>
}

const flatOf = (name: string, text: string | undefined): Readonly<Record<string, string>> => {
  const values = objectOf(name, text)
  if (Object.values(values).every((value) => typeof value === 'string'))
    return values as Readonly<Record<string, string>>
  throw wrongAccount(`${name} must be a JSON object of strings`)
}

const checkSends = (fields: Readonly<Record<string, FieldTemplate>>): void => {
  const used = new Set(Object.values(fields).flatMap(textsIn).flatMap(placeholdersIn))
  if ((!used.has('to') && !used.has('toDigits')) || !used.has('text'))
    throw wrongAccount('fields must contain {{text}}, and {{to}} or {{toDigits}}')
}

/** Parses the request settings of a custom gateway. */
export const readCustom = (
  { method, format, ...settings }: CustomSettings,
  secrets: Readonly<Record<string, string>>,
): GatewayForm => {
  if (method === 'GET' && format !== 'query') throw wrongAccount('format must be query if method is GET')
  const fields = (format === 'json' ? objectOf : flatOf)('fields', settings.fields)
  const headers = flatOf('headers', settings.headers)
  checkSends(fields)
  checkTemplates({ fields, headers }, secrets)
  const { takenAt, takenIs, idAt, codeAt, textAt, takenStatus = USUAL_STATUS } = settings
  if ((takenAt === undefined) !== (takenIs === undefined))
    throw wrongAccount('set both takenAt and takenIs, or neither')
  return {
    method,
    format,
    fields,
    headers,
    login: undefined,
    answers: {
      takenStatus: takenStatus.split(',').map(Number),
      takenAt,
      takenIs: takenIs?.split(',') ?? [],
      idAt,
      codeAt,
      textAt,
      outcomes: new Map(),
    },
  }
}
