import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { type EpochMs, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { jsonIn } from '@postrider/http-calls/json-value'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { eventKeyOf } from '../evidence/kept-parts.js'
import type { TemplateMessage } from '../requests/compose-message.js'
import { stopOfTemplate } from './graph-codes.js'
import { graphCode } from './read-answer.js'

/**
 * The report that the vendor has stopped a template, from a response; undefined if the response has none.
 * Responses within a minute make one report, because many messages may be in progress.
 */
export const stoppedTemplate = (
  providerAccountId: ProviderAccountId,
  { template: { name, language } }: TemplateMessage,
  answer: ProviderAnswer,
  nowMs: EpochMs,
): TemplateReport | undefined => {
  const code = graphCode(jsonIn(answer.body))
  const reason = stopOfTemplate(code)
  if (reason === undefined) return undefined
  const minute = String(Math.floor(nowMs / MINUTE_MS))
  return {
    providerAccountId,
    name,
    language: language.code,
    verdict: 'paused',
    reason,
    atMs: undefined,
    eventKey: eventKeyOf(name, language.code, reason, minute),
    raw: JSON.stringify({ code }),
  }
}
