import { openSmscSimulator, type SmscSimulatorEvent } from '@postrider/wiring/smsc-simulator'
import { SMSC_LOGIN } from './demo-accounts.js'

/** An SMSC that runs as long as the demo, with a record of its traffic. */
export interface ShownSmsc {
  readonly port: number
  /**
   * The session, the submission and the receipt of the last SMS to a number, as lines; undefined until all
   * have occurred.
   */
  transcriptOf(to: string): readonly string[] | undefined
  close(): Promise<void>
}

type Of<T extends SmscSimulatorEvent['_tag']> = Extract<SmscSimulatorEvent, { readonly _tag: T }>

const linesOf = (bound: Of<'Bound'>, submitted: Of<'Submitted'>, reported: Of<'Reported'>) => {
  const { from, to, octets, id } = submitted
  return [
    `bind_${bound.use} by ${bound.systemId}`,
    `submit_sm from ${from} to ${to}, ${octets} octets: taken as ${id}`,
    `deliver_sm, a receipt: ${reported.id} ${reported.status}`,
  ].map((line) => `the SMSC: ${line}`)
}

/** Starts it on a free port of the loopback interface. */
export const openShownSmsc = async (): Promise<ShownSmsc> => {
  const events: SmscSimulatorEvent[] = []
  const onEvent = (event: SmscSimulatorEvent): void => void events.push(event)
  const { port, close } = await openSmscSimulator({ ...SMSC_LOGIN, onEvent })
  return {
    port,
    transcriptOf: (to) => {
      const isBind = (event: SmscSimulatorEvent): event is Of<'Bound'> => event._tag === 'Bound'
      const submitted = events.findLast(
        (event): event is Of<'Submitted'> => event._tag === 'Submitted' && `+${event.to}` === to,
      )
      const reported = events.find(
        (event): event is Of<'Reported'> => event._tag === 'Reported' && event.id === submitted?.id,
      )
      const bound = events.find(isBind)
      if (bound === undefined || submitted === undefined || reported === undefined) return undefined
      return linesOf(bound, submitted, reported)
    },
    close,
  }
}
