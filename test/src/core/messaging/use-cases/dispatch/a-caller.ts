import { newClaim } from '@postrider/core/providers/domain/calls/claim'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { GiveBackCause, Report } from '@postrider/core/messaging/domain/dispatch/report'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { compileTemplate } from '@postrider/core/templates/domain/compiled-template'
import type { Ports } from '@postrider/core/assembly/ports'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { callProvider } from '@postrider/core/messaging/use-cases/dispatch/call-provider'
import { callCapacity } from '@postrider/core/providers/use-cases/calls/call-capacity'
import { type ClaimedCall, intentOf } from '@postrider/core/messaging/use-cases/dispatch/claimed-call'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import type { Dispatcher } from './a-slow-dispatcher.js'

/** The result of a call: its outcome, why it was released, or that another process had it. */
type Came =
  CallOutcome | { readonly _tag: 'GivenBack'; readonly cause: GiveBackCause } | { readonly _tag: 'Overtaken' }

/** Calls providers for claimed messages, over a dispatcher's fakes with some replaced. */
export const aCaller = (one: Dispatcher, ports: Partial<Ports> & { readonly publicUrl?: string } = {}) => {
  const { scope, template, configuration, providerAccount } = one.tenant
  const { templateId, templateVersionId } = template
  const all = { ...one.ports, ...ports }
  const capacity = callCapacity(all, one.providers)
  const late: Report[] = []
  const catalog = ports.storage === undefined ? one.catalog : emptyCatalog(all)
  const see = callProvider(all, capacity, catalog, (report) => late.push(report))
  const claim = newClaim(0.25)

  /** A claimed message with its target. Its intent is written when there is room for it. */
  const aCall = (message: Partial<Message> = {}, more: Partial<ClaimedCall> = {}): ClaimedCall => {
    const claimed = aMessage({ ...scope, templateId, templateVersionId, ...message })
    const target = capacity.target(providerAccount, claimed)
    if (typeof target === 'string' || 'fullSlots' in target)
      throw new Error(`there is no target: ${JSON.stringify(target)}`)
    one.tables.messages.set(claimed.messageId, claimed)
    one.tables.claims.set(claimed.messageId, claim)
    return {
      message: claimed,
      claim,
      isRepeat: false,
      leaseUntilMs: NOW_MS + 40_000,
      target,
      configuration,
      sender: { channel: 'sms', header: 'ASHAST' },
      template: compileTemplate(template),
      sealingKey: undefined,
      accounts: 1,
      ...more,
    }
  }

  const call = async (claimed: ClaimedCall): Promise<Came> => {
    const written = claimed.target.slot.isTaken() ? intentOf(claimed, NOW_MS) : undefined
    const report = await see(claimed, written)
    claimed.target.slot.leave()
    if (report === undefined) return { _tag: 'Overtaken' }
    if (report._tag === 'Called') return report.outcome
    if (report._tag !== 'GivenBack') throw new Error(`a call was reported as ${report._tag}`)
    return { _tag: 'GivenBack', cause: report.cause }
  }
  return { aCall, call, capacity, claim, late }
}
