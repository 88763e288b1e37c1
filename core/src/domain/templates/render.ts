import type { RenderedContent } from './rendered-content.js'
import { smsLayout } from '../sms/segments.js'
import type { CompiledTemplate } from './compiled-template.js'
import { escapeHtml } from './escape-html.js'
import { fill, valueOf, variableNames } from './placeholders.js'

type Values = Readonly<Record<string, string>>

const renderWhatsapp = (template: CompiledTemplate, values: Values): RenderedContent => {
  const { content, language } = template.version
  const registration = content.channel === 'whatsapp' ? content.registration : undefined
  const parts = [template.header, template.text, template.footer].filter((part) => part !== undefined)
  return {
    channel: 'whatsapp',
    text: parts.map((part) => fill(part, values)).join('\n'),
    bodyParameters: variableNames(template.text).map((name) => valueOf(values, name)),
    templateName: registration?.name,
    // The vendor knows the text by the language that it was registered in, spelled its way.
    language: registration?.language ?? language,
  }
}

/**
 * What the recipient gets (docs/contract#rendering): plain substitution; values in HTML are escaped;
 * WhatsApp values also become body_1 … body_N in the order of their first appearance.
 */
export const render = (template: CompiledTemplate, values: Values): RenderedContent => {
  if (template.channel === 'whatsapp') return renderWhatsapp(template, values)
  const text = fill(template.text, values)
  if (template.channel === 'sms') return { channel: 'sms', text, ...smsLayout(text) }
  const html = template.html === undefined ? undefined : fill(template.html, values, escapeHtml)
  return { channel: 'email', subject: fill(template.subject ?? [], values), text, html }
}

/** What a message is charged for: the segments of an SMS, else one (docs/contract#prices). */
export const unitsOf = (template: CompiledTemplate, values: Values): number =>
  template.channel === 'sms' ? smsLayout(fill(template.text, values)).segments : 1
