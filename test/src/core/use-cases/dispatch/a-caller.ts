import type { Message } from '@postrider/core/domain/messages/message'
import { compileTemplate } from '@postrider/core/domain/templates/compiled-template'
import type { Ports } from '@postrider/core/ports/ports'
import { callProvider, type ClaimedCall } from '@postrider/core/use-cases/dispatch/call-provider'
import { aMessage } from '../../../builders/a-message.js'
import { NOW_MS } from '../../../builders/fresh.js'
import type { Dispatcher } from './a-slow-dispatcher.js'

/** Calls as if they had been claimed, over a dispatcher's fakes, some of them replaced. */
export const aCaller = (one: Dispatcher, ports: Partial<Ports> = {}) => {
  const { scope, template, configuration, providerAccount } = one.tenant
  const { templateId, templateVersionId } = template
  const aCall = (message: Partial<Message> = {}, more: Partial<ClaimedCall> = {}): ClaimedCall => ({
    message: aMessage({ ...scope, templateId, templateVersionId, ...message }),
    attempt: 1,
    isRepeat: false,
    leaseUntilMs: NOW_MS + 40_000,
    account: providerAccount,
    configuration,
    template: compileTemplate(template),
    ...more,
  })
  return { aCall, call: callProvider({ ...one.ports, ...ports }, one.providers, one.catalogs) }
}
