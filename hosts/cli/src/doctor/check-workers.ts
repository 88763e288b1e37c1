import { availableParallelism } from 'node:os'
import type { Settings } from '@postrider/wiring/settings'
import { fine, type Finding } from './finding.js'

const PART = 'workers'

/** Whether there are enough processors for the configured workers (docs/deploying#workers). */
export const checkWorkers = (
  { workers }: Pick<Settings, 'workers'>,
  processors = availableParallelism(),
): readonly Finding[] => {
  if (workers === 1) return []
  const sentence = `http, dispatcher and start run in ${workers} processes each, on ${processors} ${processors === 1 ? 'CPU' : 'CPUs'}`
  if (workers <= processors) return [fine(PART, sentence)]
  return [
    {
      verdict: 'note',
      part: PART,
      sentence,
      advice: 'More workers than CPUs do not increase throughput. POSTRIDER_WORKERS=auto uses one per CPU.',
    },
  ]
}
