import { POINTER_FORM } from '../answers/json-pointer.js'
import type { FieldTemplate, GatewayForm } from '../gateways/gateway.js'
import { placeholdersIn, textsIn } from '../requests/placeholders.js'
import { wrongAccount } from '@postrider/http-calls/account-reader'
import { checkTemplates } from './check-templates.js'
import {
  type AccountSettings,
  formedSetting,
  textSetting,
  wordSetting,
} from '@postrider/http-calls/setting-values'

/** The settings that say how a gateway is asked, and so where secrets travel. */
export const CUSTOM_ROUTE = ['method', 'format', 'fields', 'headers'] as const
/** Those that say what its answers mean. */
export const CUSTOM_ANSWERS = ['takenStatus', 'takenAt', 'takenIs', 'idAt', 'codeAt'] as const

const DEEPEST = 5
const POINTER = { form: POINTER_FORM, means: 'a JSON Pointer' } as const
const STATUSES = {
  form: /^2\d\d(?:,2\d\d)*$/,
  means: 'statuses from 200 to 299 with commas between',
} as const

const isTemplate = (value: unknown, depth = 0): value is FieldTemplate => {
  if (['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return false
  return Object.values(value).every((each) => isTemplate(each, depth + 1))
}

const objectOf = (settings: AccountSettings, name: string): Readonly<Record<string, FieldTemplate>> => {
  const text = textSetting(settings, name)
  if (text === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrongAccount(`${name} is a JSON object`)
  }
  if (!isTemplate(value) || typeof value !== 'object' || Array.isArray(value))
    throw wrongAccount(`${name} is a JSON object of texts, numbers and flags`)
  return value as Readonly<Record<string, FieldTemplate>>
}

const flatOf = (settings: AccountSettings, name: string): Readonly<Record<string, string>> => {
  const values = objectOf(settings, name)
  if (Object.values(values).every((value) => typeof value === 'string'))
    return values as Readonly<Record<string, string>>
  throw wrongAccount(`${name} is a JSON object of texts`)
}

const checkSends = (fields: Readonly<Record<string, FieldTemplate>>): void => {
  const used = new Set(Object.values(fields).flatMap(textsIn).flatMap(placeholdersIn))
  if ((!used.has('to') && !used.has('toDigits')) || !used.has('text'))
    throw wrongAccount('fields hold {{text}}, and {{to}} or {{toDigits}}')
}

/** Reads how a gateway is asked that nobody foresaw. */
export const readCustom = (
  settings: AccountSettings,
  secrets: Readonly<Record<string, string>>,
): GatewayForm => {
  const method = wordSetting(settings, 'method', ['GET', 'POST'])
  const format = wordSetting(settings, 'format', ['json', 'form', 'query'])
  if (method === 'GET' && format !== 'query') throw wrongAccount('format is query where method is GET')
  const fields = format === 'json' ? objectOf(settings, 'fields') : flatOf(settings, 'fields')
  const headers = flatOf(settings, 'headers')
  checkSends(fields)
  checkTemplates({ fields, headers }, secrets)
  const takenAt = formedSetting(settings, 'takenAt', POINTER)
  const takenIs = textSetting(settings, 'takenIs')
  if ((takenAt === undefined) !== (takenIs === undefined))
    throw wrongAccount('takenAt and takenIs are given together or not at all')
  const takenStatus = formedSetting(settings, 'takenStatus', STATUSES) ?? '200,201,202'
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
      idAt: formedSetting(settings, 'idAt', POINTER),
      codeAt: formedSetting(settings, 'codeAt', POINTER),
      outcomes: new Map(),
    },
  }
}
