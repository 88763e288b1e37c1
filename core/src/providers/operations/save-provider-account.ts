import type { KeyId } from '../../kernel/ids/key-id.js'
import { providerAccountView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { E } from '../../fp.js'
import type { ProviderOpener } from '../ports/provider.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import type { SessionTokens } from '../../identity/ports/session-tokens.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import {
  type AccountSecrets,
  type CallbackTokens,
  nextTokens,
  openSecrets,
  sealSecrets,
} from '../use-cases/account-secrets.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { inspectProviderAccount, kindProblems } from './inspect-provider-account.js'
import { lockedAccount } from './locked-account.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { providerAccountId as providerAccountIdField } from '../../tenancy/operations/apps/configuration-shapes.js'
import {
  providerAccountRequestFields,
  providerSecrets,
  providerAccountOptionalFields,
  providerAccountShape,
} from './shapes.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { version as versionField } from '../../runner/domain/fields/version.js'

/**
 * Creates or changes a provider account, effective with the next call of the provider. Secrets are sealed
 * immediately, replaced as a whole, and never shown. NotFound for an unknown account, Conflict for an
 * outdated version. InvalidRequest if its kind can't be opened with these values, or if settings change where
 * secrets are sent but the secrets aren't given again.
 */
export const saveProviderAccountEntry = entryOf('Providers', 'saveProviderAccount', {
  ...PROVIDERS_INTERACTIVE,
  stepUp: true,
  summary: 'Create or change a provider account',
  description:
    "To change an account, pass its ID and current `version`; its kind can't be changed. Without `secrets`, an existing account keeps them and a new one has none.",
  mutation: true,
  effect: 'changes',
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest(
    { ...providerAccountRequestFields, reason },
    {
      providerAccountId: providerAccountIdField,
      version: versionField,
      secrets: providerSecrets,
      ...providerAccountOptionalFields,
    },
  ),
  result: mutationResult({ providerAccount: providerAccountShape }, {}),
})

interface Needs {
  readonly providers: readonly ProviderOpener[]
  readonly ids: Ids
  readonly keyRing: KeyRing
  readonly sessionTokens: SessionTokens
}
type Request = CallOf<typeof saveProviderAccountEntry>['request']
type Settings = ProviderAccount['settings']
type Secrets = Readonly<Record<string, string>>

/**
 * The account to change; undefined: a new one is created. NotFound if unknown, Conflict for an outdated
 * version.
 */
const changedAccount = async (
  unit: UnitOfWork,
  { providerAccountId: named, version }: Request,
): Promise<E.Either<Refusal, ProviderAccount | undefined>> => {
  if (named !== undefined) return lockedAccount(unit, named, version)
  return version === undefined ? E.right(undefined) : E.left(refusal('Conflict'))
}

/** The unsealed secrets of an account; undefined if this process can't open them. */
const openedOf = (needs: Needs, account: ProviderAccount): AccountSecrets | undefined => {
  try {
    return openSecrets(needs, account)
  } catch {
    return undefined
  }
}

/** The tokens of an account's callbacks: created with the account, and kept as long as they can be opened. */
const tokensOf = (
  needs: Needs,
  before: ProviderAccount | undefined,
  { kind }: Request,
  nowMs: number,
): CallbackTokens | undefined => {
  if (needs.providers.find((one) => one.kind === kind)?.callbacks === undefined) return undefined
  const kept = before === undefined ? undefined : openedOf(needs, before)?.callbackTokens
  return kept ?? nextTokens(undefined, needs.sessionTokens.create('link').token, nowMs)
}

/** The new secrets of the account, replacing all earlier ones. Undefined: they can't be opened here. */
const secretsOf = (
  needs: Needs,
  before: ProviderAccount | undefined,
  { secrets }: Request,
): Secrets | undefined =>
  secrets !== undefined || before === undefined ? (secrets ?? {}) : openedOf(needs, before)?.secrets

/** The changed settings that determine where the secrets are sent. */
const changedRoute = (
  { providers }: Needs,
  before: ProviderAccount | undefined,
  { kind, settings, secrets }: Request,
): readonly string[] => {
  if (before === undefined || secrets !== undefined) return []
  const opener = providers.find((one) => one.kind === kind)
  const names = [...new Set([...Object.keys(before.settings), ...Object.keys(settings)])].sort()
  return names.filter(
    (name) => opener?.decidesRoute(name) === true && before.settings[name] !== settings[name],
  )
}

/** A caller who doesn't know the secrets could otherwise redirect them to their own server. */
const unaccompanied = (changed: readonly string[], secrets: Secrets | undefined): readonly FieldProblem[] => {
  if (secrets === undefined)
    return [
      bodyProblem(
        '/secrets',
        'required',
        'Enter the secrets again. This process does not have the key that encrypts them.',
      ),
    ]
  if (changed.length === 0 || Object.keys(secrets).length === 0) return []
  const sentence = `Enter the secrets again, because ${changed.join(', ')} decides where they are sent.`
  return [bodyProblem('/secrets', 'required', sentence)]
}

const otherKind = bodyProblem('/kind', 'mismatch', 'The kind of an account cannot be changed.')

const problemsOf = (
  needs: Needs,
  before: ProviderAccount | undefined,
  request: Request,
): readonly FieldProblem[] => {
  if (before !== undefined && before.kind !== request.kind) return [otherKind]
  const secrets = secretsOf(needs, before, request)
  const missing = unaccompanied(changedRoute(needs, before, request), secrets)
  if (missing.length > 0) return missing
  const settings = request.settings as Settings
  return kindProblems(needs, { ...request, settings, secrets: secrets ?? {} })
}

const accountOf = (
  needs: Needs,
  before: ProviderAccount | undefined,
  request: Request,
  { nowMs, under }: { readonly nowMs: number; readonly under: KeyId | undefined },
): ProviderAccount => {
  const { name, kind, channels, settings, secrets, maxConcurrent, timeoutMs, ratePerSecond } = request
  const providerAccountId = before?.providerAccountId ?? needs.ids.next('pac')
  const seal = (): string => {
    const callbackTokens = tokensOf(needs, before, request, nowMs)
    return sealSecrets(needs, providerAccountId, { secrets: secrets ?? {}, callbackTokens }, under)
  }
  return {
    providerAccountId,
    name,
    kind,
    channels: [...new Set(channels)],
    settings: settings as Settings,
    maxConcurrent,
    ratePerSecond: ratePerSecond === undefined ? before?.ratePerSecond : (ratePerSecond ?? undefined),
    timeoutMs,
    status: before?.status ?? 'enabled',
    sealedSecrets: before !== undefined && secrets === undefined ? before.sealedSecrets : seal(),
    createdAtMs: before?.createdAtMs ?? nowMs,
    version: (before?.version ?? 0) + 1,
  }
}

export const saveProviderAccount = mutation(saveProviderAccountEntry, {
  lock: 'exclusive',
  inspect: (parts, circumstances, needs) => inspectProviderAccount(needs)(parts, circumstances),
  run: async (unit, { request, nowMs }, needs) => {
    const locked = await changedAccount(unit, request)
    if (E.isLeft(locked)) return locked
    const before = locked.right
    const problems = problemsOf(needs, before, request)
    if (problems.length > 0) return E.left(invalidRequest(problems))
    const account = accountOf(needs, before, request, { nowMs, under: unit.sealingKey })
    if (before === undefined) unit.providerAccounts.add(account)
    else unit.providerAccounts.replace(account)
    const { providerAccountId, kind, version } = account
    const details = {
      kind,
      channels: account.channels.join(','),
      hasNewSecrets: request.secrets !== undefined,
      version,
    }
    return E.right({
      result: { providerAccount: providerAccountView(account) },
      about: { target: providerAccountId, reason: request.reason, details },
    })
  },
})
