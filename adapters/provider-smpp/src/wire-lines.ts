import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'
import { type IncomingPdu, type PduFields, textIn } from './pdu.js'
import { statusName, statusText } from './submit-status.js'

/** Bytes that may be shown: the DLT ids of India's carriers. All others are the text, or a secret. */
const READABLE: ReadonlySet<string> = new Set(['dlt_entity_id', 'dlt_template_id'])

const shownField = ([name, value]: readonly [string, PduFields[string]]): string => {
  if (!Buffer.isBuffer(value)) return `${name}=${value}`
  return READABLE.has(name) ? `${name}=${value.toString('latin1')}` : `${name}=(${value.length} octets)`
}

/** A submit in a form that may be shown: only the length of its text. */
export const submitLine = (part: PduFields): WireLine => ({
  direction: 'out',
  text: ['submit_sm', ...Object.entries(part).map(shownField)].join(' '),
})

/** The response to a submit: its status by number and name, and the identifier. */
export const answerLine = (answer: IncomingPdu): WireLine => {
  const { command, status } = answer
  const id = textIn(answer, 'message_id')
  const named = [statusText(status), statusName(status)].filter((one) => one !== undefined)
  return { direction: 'in', text: [command, ...named, ...(id === '' ? [] : [`message_id=${id}`])].join(' ') }
}
