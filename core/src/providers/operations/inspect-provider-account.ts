import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { Inspect } from '../../kernel/inspections/inspection.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { formProblems } from '../../tenancy/domain/settings-form.js'
import type { ProviderOpener } from '../ports/provider.js'
import { OWN_NAMES } from '../use-cases/account-secrets.js'

type Settings = ProviderAccount['settings']

/** An account in the form that its kind checks. */
interface Kindly {
  readonly kind: string
  readonly channels: readonly Channel[]
  readonly maxConcurrent: number
  readonly settings: Settings
  readonly secrets: Readonly<Record<string, string>>
}

/** An account as saved; a new one has no identifier. */
interface SavedAccount {
  readonly providerAccountId?: string | undefined
  readonly kind: string
  readonly channels: readonly Channel[]
  readonly maxConcurrent: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets?: Readonly<Record<string, string>> | undefined
}

const isScalar = (value: unknown): value is Settings[string] =>
  ['string', 'number', 'boolean'].includes(typeof value)

const LONGEST_SETTING = 65_536

/** JSON Pointer escapes `~` and `/` in a name (RFC 6901). */
const settingAt = (name: string): string =>
  `/settings/${name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`

const settingProblems = (settings: Readonly<Record<string, unknown>>): readonly FieldProblem[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    if (!isScalar(value))
      return [bodyProblem(settingAt(name), 'type', 'The value must be a string, a number or a boolean.')]
    return String(value).length > LONGEST_SETTING
      ? [
          bodyProblem(
            settingAt(name),
            'too_long',
            `The value must have at most ${LONGEST_SETTING} characters.`,
          ),
        ]
      : []
  })

const unknownKind = bodyProblem('/kind', 'not_allowed', 'There is no adapter for this kind of account.')

/** The tokens of callbacks are sealed under such names. */
const reservedName = bodyProblem('/secrets', 'not_allowed', `Names must not start with ${OWN_NAMES}`)

interface Needs {
  readonly providers: readonly ProviderOpener[]
}

const openerOf = ({ providers }: Needs, kind: string) => providers.find((one) => one.kind === kind)

/** Messages of other channels would be accepted, and fail at the adapter. */
const channelProblems = ({ kind, carries = CHANNEL_NAMES }: ProviderOpener, channels: readonly Channel[]) => {
  const other = channels.filter((channel) => !carries.includes(channel))
  if (other.length === 0) return []
  const sentence = `Accounts of kind ${kind} send only ${carries.join(', ')}, not ${other.join(', ')}.`
  return [bodyProblem('/channels', 'not_allowed', sentence)]
}

/** The problems of an account by its kind, described without its secrets. */
export const kindProblems = (
  ports: Needs,
  { kind, channels, maxConcurrent, settings, secrets }: Kindly,
): readonly FieldProblem[] => {
  const opener = openerOf(ports, kind)
  if (opener === undefined) return [unknownKind]
  if (Object.keys(secrets).some((name) => name.startsWith(OWN_NAMES))) return [reservedName]
  const problems = [
    ...channelProblems(opener, channels),
    ...formProblems(opener.forms, { settings, secrets }),
  ]
  if (problems.length > 0) return problems
  const problem = opener.check({ settings, maxConcurrent }, secrets)
  return problem === undefined ? [] : [bodyProblem('/settings', 'format', problem)]
}

/**
 * Checks a provider account without reading the stored one: each setting by itself, the kind of a new
 * account, and settings with secrets if the request has the secrets.
 */
export const inspectProviderAccount =
  (ports: Needs): Inspect<SavedAccount> =>
  ({ kind, channels, settings, maxConcurrent, secrets, providerAccountId }, { isBroken }) => {
    const isNew = providerAccountId === undefined
    const isForeign = isNew && kind !== undefined && openerOf(ports, kind) === undefined
    const foreign = isForeign ? [unknownKind] : []
    const broken = settings === undefined ? foreign : [...foreign, ...settingProblems(settings)]
    const hasForm = settings !== undefined && maxConcurrent !== undefined
    const hasAll = kind !== undefined && channels !== undefined && hasForm
    const knowsSecrets = !isBroken('/secrets') && (secrets !== undefined || isNew)
    if (broken.length > 0 || !hasAll || !knowsSecrets || openerOf(ports, kind) === undefined) return broken
    const own = (secrets ?? {}) as Readonly<Record<string, string>>
    const form = { kind, maxConcurrent, settings: settings as Settings, secrets: own }
    return kindProblems(ports, { ...form, channels: channels.flatMap((channel) => channel ?? []) })
  }
