import { formChosen, formProblems, readSettings } from '@postrider/core/domain/tenancy/settings-form'
import type { AccountForm } from '@postrider/core/ports/provider'
import { readOutcomeMap } from '../answers/outcome-map.js'
import { CALLBACK_RULES, type CallbackRules } from '../callbacks/callback-rules.js'
import type { GatewayForm, GatewayPreset } from '../gateways/gateway.js'
import { PRESETS } from '../gateways/presets.js'
import { fillText } from '../requests/placeholders.js'
import { wrongAccount } from '@postrider/core/use-cases/providers/account-reader'
import {
  type AddressPermission,
  addressPermission,
  providerAddress,
  providerBase,
} from '@postrider/http-calls/provider-address'
import { CUSTOM_FORM, GATEWAY_FORMS } from './gateway-forms.js'
import { readCustom } from './read-custom.js'

type Settings = AccountForm['settings']
type Texts = Readonly<Record<string, string>>
type PresetName = keyof typeof PRESETS

/** An account at a gateway, read and checked. */
export interface GatewayAccount {
  readonly form: GatewayForm
  readonly url: string
  readonly allowPrivate: boolean
  /** What a request is given besides where the gateway is to report; undefined where it does not. */
  readonly reports: CallbackRules['fields'] | undefined
  /** What placeholders stand for that is the same for every message. */
  readonly constants: Texts
}

/** What answers mean; who may change any other without knowing the secrets could have them sent elsewhere. */
const NO_ROUTE: ReadonlySet<string> = new Set([
  'outcomeMap',
  'takenStatus',
  'takenAt',
  'takenIs',
  'idAt',
  'codeAt',
])

/** Whether a setting decides where the secrets go, or how. */
export const isGatewayRoute = (name: string): boolean => !NO_ROUTE.has(name)

const prefixed = (prefix: string, values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))

const withOutcomes = (form: GatewayForm, text: string | undefined): GatewayForm => {
  if (text === undefined) return form
  const outcomes = new Map([...form.answers.outcomes, ...readOutcomeMap(text)])
  return { ...form, answers: { ...form.answers, outcomes } }
}

const presetUrl = (
  { baseUrl, path }: GatewayPreset,
  { url, baseUrl: other, ...settings }: Texts,
  permission: AddressPermission,
): string => {
  if (baseUrl === undefined || path === undefined) return providerAddress('url', url ?? '', permission).href
  const base = providerBase('baseUrl', other ?? baseUrl, permission)
  return new URL(fillText(path, prefixed('setting', settings)) ?? '', base).href
}

const readPreset = (name: PresetName, settings: Settings, secrets: Texts): GatewayAccount => {
  const preset: GatewayPreset = PRESETS[name]
  const permission = addressPermission(settings)
  const texts = Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return {
    form: withOutcomes(preset, texts['outcomeMap']),
    url: presetUrl(preset, texts, permission),
    allowPrivate: permission.allowPrivate,
    reports: CALLBACK_RULES[name]?.fields,
    constants: { ...prefixed('setting', texts), ...prefixed('secret', secrets) },
  }
}

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readAccount = ({ settings: given }: AccountForm, secrets: Texts): GatewayAccount => {
  const filled = { settings: given, secrets }
  const form = formChosen(GATEWAY_FORMS, given)
  const [problem] = formProblems(GATEWAY_FORMS, filled)
  if (form === undefined) throw wrongAccount(problem?.message ?? 'preset is unknown')
  if (form !== CUSTOM_FORM) {
    const { settings } = readSettings(form, filled)
    return readPreset(form.when?.is as PresetName, settings as Settings, secrets)
  }
  const { settings } = readSettings(CUSTOM_FORM, filled)
  const permission = addressPermission(settings)
  return {
    form: withOutcomes(readCustom(settings, secrets), settings.outcomeMap),
    url: providerAddress('url', settings.url, permission).href,
    allowPrivate: permission.allowPrivate,
    reports: undefined,
    constants: prefixed('secret', secrets),
  }
}
