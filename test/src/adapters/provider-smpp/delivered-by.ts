import type { DeliveredMessage } from '@postrider/conformance/provider'
import type { SmscSubmit } from './smsc.js'

/** The prefixes of numbers whose texts it refuses. */
const REFUSED = '9990'

const UCS2 = 8

/** The text of all parts. In UCS-2 one character may be split over two of them. */
const textOf = (parts: readonly SmscSubmit[]): string => {
  if (parts[0]?.data_coding !== UCS2) return parts.map(({ text }) => text).join('')
  const octets = Buffer.from(parts.map((part) => part.octets).join(''), 'hex')
  return octets.swap16().toString('utf16le')
}

/**
 * The texts that recipients got through an SMSC: parts joined by their reference, in order. `isDivided`
 * returns the number of parts, if that is visible.
 */
export const deliveredBy = (
  submits: readonly SmscSubmit[],
  isDivided = true,
): readonly DeliveredMessage[] => {
  const whole = new Map<string, SmscSubmit[]>()
  for (const submit of submits) {
    const { id, header, destination_addr: to } = submit
    if (to.startsWith(REFUSED)) continue
    const key = header === '' ? id : `${to}|${header.slice(0, 10)}`
    whole.set(key, [...(whole.get(key) ?? []), submit])
  }
  return [...whole.values()].flatMap((parts) => {
    const [first] = parts
    const total = first?.header === '' ? 1 : Number.parseInt(first?.header.slice(8, 10) ?? '', 16)
    if (first === undefined || parts.length < total) return []
    const inOrder = parts.toSorted((a, b) => a.header.localeCompare(b.header))
    const [reference = '', ...lines] = textOf(inOrder).split('\n')
    return [
      {
        to: `+${first.destination_addr}`,
        text: lines.join('\n'),
        subject: undefined,
        reference,
        ...(isDivided && { parts: total }),
      },
    ]
  })
}
