import { readOutcomeMap } from '../answers/outcome-map.js'
import type { GatewayForm, GatewayPreset } from '../gateways/gateway.js'
import { CALLBACK_RULES, type CallbackRules } from '../callbacks/callback-rules.js'
import { PRESETS } from '../gateways/presets.js'
import { fillText } from '../requests/placeholders.js'
import { wrongAccount } from '@postrider/http-calls/account-reader'
import {
  type AddressPermission,
  addressPermission,
  providerAddress,
  providerBase,
} from '@postrider/http-calls/provider-address'
import { checkSecrets, refuseInvisible } from '@postrider/http-calls/account-secrets'
import { CUSTOM_ANSWERS, CUSTOM_ROUTE, readCustom } from './read-custom.js'
import {
  type AccountSettings,
  formedSetting,
  refuseUnknown,
  textSetting,
  wordSetting,
} from '@postrider/http-calls/setting-values'

type Secrets = Readonly<Record<string, string>>
type PresetName = keyof typeof PRESETS

/** An account at a gateway, read and checked. */
export interface GatewayAccount {
  readonly form: GatewayForm
  readonly url: string
  readonly allowPrivate: boolean
  /** What a request is given besides where the gateway is to report; undefined where it does not. */
  readonly reports: CallbackRules['fields'] | undefined
  /** What placeholders stand for that is the same for every message. */
  readonly constants: Readonly<Record<string, string>>
}

const PRESET_NAMES = [...(Object.keys(PRESETS) as PresetName[]), 'custom'] as const
const COMMON = ['preset', 'allowPlain', 'allowPrivate', 'outcomeMap'] as const
/** Who may change any other without knowing the secrets could have them sent elsewhere. */
const NO_ROUTE: ReadonlySet<string> = new Set(['outcomeMap', ...CUSTOM_ANSWERS])

/** Whether a setting decides where the secrets go, or how. */
export const isGatewayRoute = (name: string): boolean => !NO_ROUTE.has(name)

const prefixed = (prefix: string, values: Secrets): Secrets =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))

const presetSettings = (preset: GatewayPreset, settings: AccountSettings): Secrets =>
  Object.fromEntries(
    Object.entries(preset.settings).map(([name, rule]) => {
      const value = formedSetting(settings, name, rule) ?? rule.initial
      if (value === undefined) throw wrongAccount(`${name} is required: ${rule.means}`)
      return [name, value]
    }),
  )

const wholeUrl = (settings: AccountSettings, name: string, permission: AddressPermission): string => {
  const text = textSetting(settings, name)
  if (text === undefined) throw wrongAccount(`${name} is required`)
  return providerAddress(name, text, permission).href
}

const presetUrl = (
  { baseUrl, path }: GatewayPreset,
  settings: AccountSettings,
  permission: AddressPermission,
  constants: Secrets,
): string => {
  if (baseUrl === undefined || path === undefined) return wholeUrl(settings, 'url', permission)
  const base = providerBase('baseUrl', textSetting(settings, 'baseUrl') ?? baseUrl, permission)
  return new URL(fillText(path, constants) ?? '', base).href
}

const withOutcomes = (form: GatewayForm, settings: AccountSettings): GatewayForm => {
  const text = textSetting(settings, 'outcomeMap')
  if (text === undefined) return form
  const outcomes = new Map([...form.answers.outcomes, ...readOutcomeMap(text)])
  return { ...form, answers: { ...form.answers, outcomes } }
}

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readAccount = (settings: AccountSettings, secrets: Secrets): GatewayAccount => {
  const name = wordSetting(settings, 'preset', PRESET_NAMES)
  const permission = addressPermission(settings)
  const { allowPrivate } = permission
  refuseInvisible(secrets)
  if (name === 'custom') {
    refuseUnknown(settings, [...COMMON, 'url', ...CUSTOM_ROUTE, ...CUSTOM_ANSWERS])
    const url = wholeUrl(settings, 'url', permission)
    const form = withOutcomes(readCustom(settings, secrets), settings)
    return { form, url, allowPrivate, reports: undefined, constants: prefixed('secret', secrets) }
  }
  const preset: GatewayPreset = PRESETS[name]
  const place = preset.baseUrl === undefined ? 'url' : 'baseUrl'
  refuseUnknown(settings, [...COMMON, place, ...Object.keys(preset.settings)])
  checkSecrets(secrets, preset.secrets, preset.mayHave)
  const own = prefixed('setting', presetSettings(preset, settings))
  const url = presetUrl(preset, settings, permission, own)
  return {
    form: withOutcomes(preset, settings),
    url,
    allowPrivate,
    reports: CALLBACK_RULES[name]?.fields,
    constants: { ...own, ...prefixed('secret', secrets) },
  }
}
