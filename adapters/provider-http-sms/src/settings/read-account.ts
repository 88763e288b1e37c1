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

/** An account at a gateway, read and checked. */
export interface GatewayAccount {
  readonly form: GatewayForm
  readonly url: string
  /** What its callbacks mean; undefined where it has none. */
  readonly callbacks: CallbackRules | undefined
  /** How the gateway is asked about a message by its identifier; undefined where it cannot be. */
  readonly lookUp: { readonly rules: LookUpRules; urlOf(id: string): URL } | undefined
  /** What placeholders stand for that is the same for every message. */
  readonly constants: Texts
}

/** What answers mean; who may change any other without knowing the secrets could have them sent elsewhere. */
const NO_ROUTE: ReadonlySet<string> = new Set([
  'outcomeMap',
  'stopWords',
  'takenStatus',
  'takenAt',
  'takenIs',
  'idAt',
  'codeAt',
  ...CUSTOM_CALLBACKS,
])

/** Whether a setting decides where the secrets go, or how. */
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

/** The secrets that travel: never those by which callbacks are signed, of which one is needed. */
const withoutKeys = (secrets: Texts): Texts => {
  const [present] = SIGNATURE_KEYS
  if (secrets[present] === undefined) throw wrongAccount(`the secret ${present} is required with signature`)
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

/** Reads an account's settings and secrets; throws a sentence that says what is wrong, without the secrets. */
export const readAccount = (
  { settings: given }: AccountForm,
  secrets: Texts,
  networks: ProviderNetworks,
): GatewayAccount => {
  const filled = { settings: given, secrets }
  const form = formChosen(GATEWAY_FORMS, given)
  if (form === undefined) {
    const [problem] = formProblems(GATEWAY_FORMS, filled)
    throw wrongAccount(problem?.message ?? 'preset is unknown')
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
