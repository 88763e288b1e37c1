import { ANSWER_MEANINGS } from '@postrider/core/providers/domain/calls/code-words'
import { formChosen, formProblems, readSettings } from '@postrider/core/tenancy/domain/settings-form'
import type { AccountForm } from '@postrider/core/providers/ports/provider'
import { readCodeMap } from '../answers/code-map.js'
import { CUSTOM_CALLBACKS, readCustomCallbacks } from '../callbacks/callback-settings.js'
import { SIGNATURE_KEYS } from '../callbacks/callback-signature.js'
import type { CallbackRules } from '../gateways/callback-rules.js'
import type { GatewayForm, GatewayPreset, LookUpRules } from '../gateways/gateway.js'
import { PRESETS } from '../gateways/presets.js'
import { fillText } from '../requests/placeholders.js'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import { providerAddress, providerBase } from '@postrider/http-calls/provider-address'
import { CUSTOM_FORM, GATEWAY_FORMS } from './gateway-forms.js'
import { readCustom } from './read-custom.js'

type Settings = AccountForm['settings']
type Texts = Readonly<Record<string, string>>
type PresetName = keyof typeof PRESETS

/** An account at a gateway, parsed and checked. */
export interface GatewayAccount {
  readonly form: GatewayForm
  readonly url: string
  /** The rules for its callbacks; undefined if it has none. */
  readonly callbacks: CallbackRules | undefined
  /** How the gateway is queried about a message by its identifier; undefined if it can't be. */
  readonly lookUp: { readonly rules: LookUpRules; urlOf(id: string): URL } | undefined
  /** The values of placeholders that are the same for every message. */
  readonly constants: Texts
}

/**
 * Settings that only affect how responses are read. Changing any other one without knowing the secrets could
 * send them elsewhere.
 */
const NO_ROUTE: ReadonlySet<string> = new Set([
  'outcomeMap',
  'stopWords',
  'takenStatus',
  'takenAt',
  'takenIs',
  'idAt',
  'codeAt',
  'textAt',
  ...CUSTOM_CALLBACKS,
])

/** Whether a setting decides where or how the secrets are sent. */
export const isGatewayRoute = (name: string): boolean => !NO_ROUTE.has(name)

const prefixed = (prefix: string, values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))

const withOutcomes = (form: GatewayForm, text: string | undefined): GatewayForm => {
  if (text === undefined) return form
  const outcomes = new Map([...form.answers.outcomes, ...readCodeMap('outcomeMap', text, ANSWER_MEANINGS)])
  return { ...form, answers: { ...form.answers, outcomes } }
}

const presetUrl = (
  { baseUrl, path }: GatewayPreset,
  { url, baseUrl: other, ...settings }: Texts,
  networks: ProviderNetworks,
): string => {
  if (baseUrl === undefined || path === undefined) return providerAddress('url', url ?? '', networks).href
  const base = providerBase('baseUrl', other ?? baseUrl, networks)
  return new URL(fillText(path, prefixed('setting', settings)) ?? '', base).href
}

const lookUpOf = (
  { lookUp, baseUrl }: GatewayPreset,
  { baseUrl: other, ...settings }: Texts,
  networks: ProviderNetworks,
): GatewayAccount['lookUp'] => {
  if (lookUp === undefined || baseUrl === undefined) return undefined
  const base = providerBase('baseUrl', other ?? baseUrl, networks)
  const constants = prefixed('setting', settings)
  return { rules: lookUp, urlOf: (id) => new URL(fillText(lookUp.path, { ...constants, id }) ?? '', base) }
}

/** The secrets that are sent: never those that sign callbacks, one of which is required. */
const withoutKeys = (secrets: Texts): Texts => {
  const [present] = SIGNATURE_KEYS
  if (secrets[present] === undefined) throw wrongAccount(`signature requires the secret ${present}`)
  const keys: readonly string[] = SIGNATURE_KEYS
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !keys.includes(name)))
}

const readPreset = (
  name: PresetName,
  settings: Settings,
  secrets: Texts,
  networks: ProviderNetworks,
): GatewayAccount => {
  const preset: GatewayPreset = PRESETS[name]
  const texts = Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return {
    form: withOutcomes(preset, texts['outcomeMap']),
    url: presetUrl(preset, texts, networks),
    callbacks: preset.callbacks,
    lookUp: lookUpOf(preset, texts, networks),
    constants: { ...prefixed('setting', texts), ...prefixed('secret', secrets) },
  }
}

/**
 * Parses an account's settings and secrets; throws a sentence that names the problem, without the secrets.
 */
export const readAccount = (
  { settings: given }: AccountForm,
  secrets: Texts,
  networks: ProviderNetworks,
): GatewayAccount => {
  const filled = { settings: given, secrets }
  const form = formChosen(GATEWAY_FORMS, given)
  if (form === undefined) {
    const [problem] = formProblems(GATEWAY_FORMS, filled)
    throw wrongAccount(problem?.message ?? 'the preset is unknown')
  }
  if (form !== CUSTOM_FORM) {
    const settings = readSettings(form, filled).settings as Settings
    return readPreset(form.when?.is as PresetName, settings, secrets, networks)
  }
  const { settings } = readSettings(CUSTOM_FORM, filled)
  const callbacks = readCustomCallbacks(settings)
  const sent = callbacks?.signature === undefined ? secrets : withoutKeys(secrets)
  return {
    form: withOutcomes(readCustom(settings, sent), settings.outcomeMap),
    url: providerAddress('url', settings.url, networks).href,
    callbacks,
    lookUp: undefined,
    constants: prefixed('secret', sent),
  }
}
