import { PROVIDER_FAILURES } from '@postrider/core/providers/domain/calls/code-words'
import { RECEIPT_STATUSES } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { wrongAccount } from '@postrider/core/providers/use-cases/account-reader'
import { readCodeMap } from '../answers/code-map.js'
import type { CallbackRules, CallbackSignature } from '../gateways/callback-rules.js'
import type { GatewayPreset } from '../gateways/gateway.js'
import { PRESETS } from '../gateways/presets.js'

/** The settings that describe the callbacks of a custom gateway. */
export const CUSTOM_CALLBACKS = [
  'signature',
  'reportsAt',
  'reportReference',
  'reportId',
  'reportStatus',
  'reportError',
  'reportRecipient',
  'reportStatuses',
  'reportFailures',
] as const

/** The settings of an account that are given, each checked for its form. */
type CallbackSettings = Readonly<Partial<Record<(typeof CUSTOM_CALLBACKS)[number], string | undefined>>>

const USUAL_REFERENCE = 'reference'

const signatureOf = ({ signature = 'none' }: CallbackSettings): CallbackSignature | undefined => {
  const [, header] = signature.split(':')
  return header === undefined ? undefined : { _tag: 'Hmac', header: header.toLowerCase() }
}

/** Reads the rules for the callbacks of a custom gateway; undefined if no reports are configured. */
export const readCustomCallbacks = (settings: CallbackSettings): CallbackRules | undefined => {
  const { reportStatus: status, reportStatuses, reportsAt, reportFailures } = settings
  if (status === undefined) {
    const other = CUSTOM_CALLBACKS.find((name) => settings[name] !== undefined)
    if (other !== undefined) throw wrongAccount(`${other} requires reportStatus`)
    return undefined
  }
  if (reportStatuses === undefined) throw wrongAccount('reportStatus requires reportStatuses')
  const { reportReference = USUAL_REFERENCE, reportId: id, reportError, reportRecipient } = settings
  const signature = signatureOf(settings)
  return {
    fields: {},
    ...(signature && { signature }),
    ...(reportsAt && { lists: [reportsAt] }),
    reference: reportReference,
    ...(id && { id }),
    status,
    ...(reportError && { error: reportError }),
    ...(reportRecipient && { recipient: reportRecipient }),
    statuses: readCodeMap('reportStatuses', reportStatuses, RECEIPT_STATUSES),
    failures: readCodeMap('reportFailures', reportFailures, PROVIDER_FAILURES),
  }
}

const PRESET_BY_NAME: Readonly<Record<string, GatewayPreset>> = PRESETS

/** The callback rules of an account whose settings were checked before; undefined if it has none. */
export const callbackRulesOf = (settings: ProviderAccount['settings']): CallbackRules | undefined => {
  const preset = String(settings['preset'])
  if (preset !== 'custom')
    return Object.hasOwn(PRESET_BY_NAME, preset) ? PRESET_BY_NAME[preset]?.callbacks : undefined
  const given = CUSTOM_CALLBACKS.flatMap((name) =>
    settings[name] === undefined ? [] : [[name, String(settings[name])] as const],
  )
  return readCustomCallbacks(Object.fromEntries(given))
}
