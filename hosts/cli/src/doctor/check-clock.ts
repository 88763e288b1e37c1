import { offsetSentence, clockStatus } from '@postrider/core/kernel/time/comparison'
import type { Composition } from '@postrider/wiring/compose'
import { isEmbedded } from '@postrider/wiring/settings'
import { fine, type Finding, wrong } from './finding.js'

const ADVICE = 'Synchronize both machines with the same time service (NTP), then restart the processes.'

/** The difference between the machine's clock and the database's when this process connected. */
export const checkClock = ({ settings, ports }: Composition): readonly Finding[] => {
  if (isEmbedded(settings)) return [fine('clock', "is the machine's, which the database uses too")]
  const compared = ports.timekeeping.last()
  if (compared === undefined) return [wrong('clock', "the database's clock could not be read")]
  const sentence = offsetSentence(compared.lasting)
  switch (clockStatus(compared.lasting)) {
    case 'pass':
      return [fine('clock', sentence)]
    case 'warn':
      return [{ verdict: 'note', part: 'clock', sentence, advice: ADVICE }]
    case 'fail':
      return [wrong('clock', `${sentence}: no process here would be ready`, ADVICE)]
  }
}
