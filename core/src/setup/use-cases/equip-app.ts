import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { FirstSetUpRequest } from '../domain/first-set-up.js'
import {
  readyTemplate,
  type StarterTemplate,
  starterTemplates,
} from '../../templates/domain/starter-templates.js'
import type { AppId, BrandId, OrganizationId, ProjectId, ProviderAccountId } from '../../kernel/ids/id.js'
import { SANDBOX } from '../../tenancy/domain/service-configuration.js'
import { CREDENTIAL_ACTIONS } from '../../tenancy/domain/credential.js'
import { DAY_MS, isoTime, momentOf } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { eachInTurn, brandedId, type Outcome, perform, type SetUpStage } from './set-up-stage.js'

/** The identifiers of an app and of its parents. */
export interface AppIds {
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
}

/** Creates the provider accounts, and configures the app's sender and accounts for each channel, in order. */
export const setUpSending = async (
  stage: SetUpStage,
  { providers, senders }: FirstSetUpRequest,
  channels: readonly Channel[],
  { organizationId, appId }: AppIds,
): Outcome<readonly ProviderAccountId[]> => {
  const { reason } = stage.by
  const made = await eachInTurn(providers, async (provider) =>
    E.map(({ providerAccount }: { readonly providerAccount: { readonly providerAccountId: string } }) =>
      brandedId('pac', providerAccount.providerAccountId),
    )(await perform(stage, 'saveProviderAccount', { ...provider, reason })),
  )
  if (E.isLeft(made)) return made
  const configured = await eachInTurn(channels, (channel) => {
    const providerAccountIds = made.right.filter((_, at) => providers[at]?.channels.includes(channel))
    const how = { channel, sender: senders[channel] ?? {}, providerAccountIds, reason }
    return perform(stage, 'setAppServiceConfiguration', { organizationId, appId, ...how })
  })
  return E.isLeft(configured) ? configured : made
}

/** Creates, submits and approves a template; undefined if a vendor has yet to register it. */
const setUpTemplate = async (
  stage: SetUpStage,
  organizationId: OrganizationId,
  sandboxOnly: boolean,
  starter: StarterTemplate,
) => {
  const { reason } = stage.by
  const saved = await perform(
    stage,
    'saveCustomerTemplateDraft',
    { organizationId, ...starter },
    organizationId,
  )
  if (E.isLeft(saved)) return saved
  const { draftId, version } = saved.right.draft
  const submission = { organizationId, draftId, version }
  const submitted = await perform(stage, 'submitCustomerTemplateDraftForReview', submission, organizationId)
  if (E.isLeft(submitted)) return submitted
  const decision = { draftId, version, reason, decision: 'approve', sandboxOnly } as const
  const decided = await perform(stage, 'decideTemplateReview', decision)
  if (E.isLeft(decided)) return decided
  const isReady = decided.right.draft.state === 'approved'
  return E.right(isReady ? readyTemplate(brandedId('tpl', draftId), starter) : undefined)
}

/**
 * Sets up a template for each channel; in the test environment they are approved only for the sandbox,
 * because no vendor is asked.
 */
export const setUpTemplates = async (
  stage: SetUpStage,
  { organization: { environment } }: FirstSetUpRequest,
  channels: readonly Channel[],
  { organizationId }: AppIds,
) => {
  const made = await eachInTurn(starterTemplates(channels), (starter) =>
    setUpTemplate(stage, organizationId, environment === 'test', starter),
  )
  return E.isLeft(made)
    ? made
    : E.right(made.right.flatMap((template) => (template === undefined ? [] : [template])))
}

const SANDBOX_ACCOUNT = { name: 'Sandbox', maxConcurrent: 8, timeoutMs: 15_000, settings: {} } as const

/**
 * Sets up what later customers start with (docs/api/sandbox#test-preparation): starter templates, approved by
 * the first admin only for the sandbox, and a sandbox account if the request has none.
 */
export const setUpSandbox = async (stage: SetUpStage, { providers }: FirstSetUpRequest): Outcome<unknown> => {
  const { reason } = stage.by
  const starters = await perform(stage, 'addStarterTemplates', { reason })
  const known = stage.needs.providers.find(({ kind }) => kind === SANDBOX)
  if (E.isLeft(starters) || known === undefined || providers.some(({ kind }) => kind === SANDBOX))
    return starters
  const channels = known.carries ?? CHANNEL_NAMES
  return perform(stage, 'saveProviderAccount', { ...SANDBOX_ACCOUNT, kind: SANDBOX, channels, reason })
}

/** Creates the app's credential for sending: it may perform all actions on every channel that is set up. */
export const giveCredential = async (
  stage: SetUpStage,
  { organization: { environment }, credential: { label, daysOfLife } }: FirstSetUpRequest,
  channels: readonly Channel[],
  place: AppIds,
) => {
  const expiresAt = isoTime(stage.nowMs + daysOfLife * DAY_MS)
  const grant = { environment, actions: CREDENTIAL_ACTIONS, channels, expiresAt, label }
  const made = await perform(stage, 'createServerCredential', { ...place, ...grant }, place.organizationId)
  if (E.isLeft(made)) return made
  const { credential, secret } = made.right
  return E.right({
    credentialId: brandedId('crd', credential.credentialId),
    bearer: secret ?? '',
    expiresAtMs: momentOf(expiresAt),
  })
}
