import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { type EpochMs, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { jsonIn, valueAt } from '@postrider/http-calls/json-value'
import type { ProviderAnswer } from '@postrider/http-calls/provider-request'
import { eventKeyOf } from '../evidence/kept-parts.js'
import type { TemplateMessage } from '../requests/compose-message.js'
import { isAboutTemplate, stopOfTemplate } from './graph-codes.js'
import { graphCode, reasonIn } from './read-answer.js'

/** After this many refusals of a template in a row, it is paused: single ones may be about one message. */
const MOST_IN_A_ROW = 5

/** The number of different templates that are counted; the longest unused one is forgotten. */
const MOST_COUNTED = 10_000

/**
 * Counts how often in a row the vendor refuses each template or its values. Each fifth refusal makes a report
 * that pauses the template, with the vendor's code and words; a super admin resumes it
 * (docs/provider-whatsapp#refused-templates).
 */
export const refusedTemplates = (providerAccountId: ProviderAccountId) => {
  const counts = new Map<string, number>()
  return (
    { template: { name, language } }: TemplateMessage,
    answer: ProviderAnswer,
    nowMs: EpochMs,
    hidden: readonly string[],
  ): TemplateReport | undefined => {
    const document = jsonIn(answer.body)
    const code = graphCode(document)
    const key = `${name} ${language.code}`
    const before = counts.get(key) ?? 0
    if (code === undefined && before > 0) counts.delete(key)
    // Templates that the vendor itself has stopped are reported at once.
    if (code === undefined || !isAboutTemplate(code) || stopOfTemplate(code) !== undefined) return undefined
    counts.delete(key)
    counts.set(key, before + 1)
    for (const oldest of counts.keys()) if (counts.size > MOST_COUNTED) counts.delete(oldest)
    if ((before + 1) % MOST_IN_A_ROW !== 0) return undefined
    const reason = `refused_${code}`
    return {
      providerAccountId,
      name,
      language: language.code,
      verdict: 'paused',
      reason,
      words: reasonIn(valueAt(document, 'error'), hidden)?.text,
      atMs: undefined,
      eventKey: eventKeyOf(name, language.code, reason, String(Math.floor(nowMs / MINUTE_MS))),
      raw: JSON.stringify({ code }),
    }
  }
}
