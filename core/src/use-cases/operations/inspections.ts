import { checkKeyRequest } from '../../domain/operations/keys/key-grant.js'
import { senderProblems } from '../../domain/channels/check-sender.js'
import { checkProposal } from '../../domain/approvals/check-proposal.js'
import type { WellShaped } from '../../domain/codecs/well-shaped.js'
import type { Inspect } from '../../domain/inspections/inspection.js'
import { checkUsageRange } from '../../domain/ledger/usage-range.js'
import type { OperationName, RequestOf } from '../../domain/operations/registry.js'
import { parseEmailAddress } from '../../domain/recipients/email-address.js'
import { bodyProblem } from '../../domain/refusals/body-problem.js'
import type { FieldProblem } from '../../domain/refusals/refusal.js'
import { checkAttachmentFile } from '../../domain/support/attachment-file.js'
import { checkGrant } from '../../domain/tenancy/check-grant.js'
import { contentIn, contentProblems } from '../../domain/templates/draft-content.js'
import { lintDraft } from '../../domain/templates/lint-draft.js'
import type { TemplateVariable } from '../../domain/templates/template.js'
import { parseIsoTime } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import { checkBudgetRequest } from '../budgets/budget-request.js'
import { inspectProviderAccount } from './providers/inspect-provider-account.js'
import type { PlatformOffer } from './platform/platform.js'

/** What can be said of operations' bodies without looking anything up; of the others their shape says all of it. */
export type Inspections = { readonly [K in OperationName]?: Inspect<RequestOf<K>> }

type Parts<K extends OperationName> = WellShaped<RequestOf<K>>

const momentProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseIsoTime(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'Must be a moment of the calendar.')]

const addressProblems = (field: string, text: string | undefined): readonly FieldProblem[] =>
  text === undefined || parseEmailAddress(text) !== undefined
    ? []
    : [bodyProblem(field, 'format', 'Must be one email address.')]

const rangeProblems = (
  { ipAddresses }: Pick<Ports, 'ipAddresses'>,
  { restrictions }: Parts<'registerApp'>,
): readonly FieldProblem[] =>
  (restrictions?.allowedIps ?? []).flatMap((range, at) =>
    range === undefined || ipAddresses.normaliseRange(range) !== undefined
      ? []
      : [bodyProblem(`/restrictions/allowedIps/${at}`, 'format', 'Must be an IP address or a CIDR range.')],
  )

/** A version is named with its draft, and a draft with the version that is changed. */
const namingProblems = ({
  draftId,
  version,
}: Parts<'saveCustomerTemplateDraft'>): readonly FieldProblem[] => {
  if (draftId === undefined && version !== undefined)
    return [bodyProblem('/draftId', 'required', 'Must name the draft that the version is of.')]
  return draftId !== undefined && version === undefined
    ? [bodyProblem('/version', 'required', 'Must name the version that is changed.')]
    : []
}

/** Variables in their places; of one that is broken the lint hears nothing but its place. */
const variableIn = (
  parts: WellShaped<RequestOf<'saveCustomerTemplateDraft'>['variables'][number]> | undefined,
): TemplateVariable => {
  const { name = '', example = '', type, maxLength } = parts ?? {}
  return {
    name,
    example,
    ...(type === undefined ? {} : { type }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

const inspectDraft: Inspect<RequestOf<'saveCustomerTemplateDraft'>> = (parts, { isBroken }) => {
  const { channel, content = {}, variables = [] } = parts
  if (channel === undefined) return namingProblems(parts)
  const linted = { content: contentIn(channel, content), variables: variables.map(variableIn) }
  const misfits = isBroken('/content') && parts.content === undefined ? [] : contentProblems(channel, content)
  const isUnfit = (field: string) => isBroken(field) || misfits.some((misfit) => misfit.field === field)
  return [...namingProblems(parts), ...misfits, ...lintDraft(linted, isUnfit)]
}

const causeProblems = (isNeeded: boolean, reasonCode: string | undefined): readonly FieldProblem[] =>
  isNeeded && reasonCode === undefined
    ? [bodyProblem('/reasonCode', 'required', 'Its author has to learn why.')]
    : []

const forCustomers = (ports: Pick<Ports, 'ipAddresses'>): Inspections => ({
  inviteOrganizationMember: ({ email }) => addressProblems('/email', email),
  registerApp: (parts) => rangeProblems(ports, parts),
  saveCustomerAppBillingProfile: ({ billingEmail }) => addressProblems('/billingEmail', billingEmail),
  createServerCredential: (parts, { nowMs }) => checkGrant(parts, nowMs),
  saveOrganizationBudget: checkBudgetRequest,
  listCustomerBillingActivity: ({ from: fromMs, to: toMs }, { nowMs }) =>
    checkUsageRange({ location: 'body', fromMs, toMs }, nowMs),
  generateAttachmentUploadUrl: checkAttachmentFile,
  saveCustomerTemplateDraft: inspectDraft,
})

const forSuperAdmins = (ports: Pick<Ports, 'providers'>, { currencies }: PlatformOffer): Inspections => ({
  createAgentKey: checkKeyRequestNow,
  createAdminAgentKey: (parts, { nowMs }) => checkKeyRequest({ ...parts, kind: 'admin' }, nowMs),
  listPriceVersions: ({ at }) => momentProblems('/at', at),
  proposePriceVersion: ({ effectiveFrom, ...parts }, { nowMs }) => {
    const effectiveFromMs = effectiveFrom === undefined ? undefined : parseIsoTime(effectiveFrom)
    const proposal = { ...parts, kind: 'price_version', effectiveFromMs } as const
    return [...momentProblems('/effectiveFrom', effectiveFrom), ...checkProposal(proposal, currencies, nowMs)]
  },
  proposeBalanceCredit: (parts, { nowMs }) =>
    checkProposal({ ...parts, kind: 'balance_credit' }, currencies, nowMs),
  proposeBalanceAdjustment: (parts, { nowMs }) =>
    checkProposal({ ...parts, kind: 'balance_adjustment' }, currencies, nowMs),
  setAppServiceConfiguration: ({ channel, sender }) =>
    sender === undefined ? [] : senderProblems(channel, sender),
  saveProviderAccount: inspectProviderAccount(ports),
  decideTemplateReview: ({ decision, reasonCode }) => causeProblems(decision === 'reject', reasonCode),
  switchTemplate: ({ to, reasonCode }) => causeProblems(to === 'paused', reasonCode),
  resolveUnconfirmedMessage: ({ outcome, providerMessageId }) =>
    outcome === 'failed' && providerMessageId !== undefined
      ? [
          bodyProblem(
            '/providerMessageId',
            'not_allowed',
            'Is not allowed where no provider had the message.',
          ),
        ]
      : [],
  listAuditEvents: ({ platform, organizationId }) =>
    platform === true && organizationId !== undefined
      ? [bodyProblem('/platform', 'not_allowed', 'Concerns no tenant: name one of both.')]
      : [],
})

const checkKeyRequestNow: Inspect<RequestOf<'createAgentKey'>> = (parts, { nowMs }) =>
  checkKeyRequest(parts, nowMs)

/** Every operation's inspection. The runner asks it, of every body, and tells what it finds with what is broken in the shape. */
export const operationInspections = (
  ports: Pick<Ports, 'ipAddresses' | 'providers'>,
  platform: PlatformOffer,
): Inspections => ({ ...forCustomers(ports), ...forSuperAdmins(ports, platform) })
