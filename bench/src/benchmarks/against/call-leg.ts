import { measure, type MeasurePlan } from '../measure.js'
import type { Leg } from './leg.js'

/** Calls a warm server for a while. Throws if a call gets an unexpected response. */
export const callLeg = async (plan: Omit<MeasurePlan, 'warmUpMs'>, status: '200' | '202'): Promise<Leg> => {
  const measured = await measure({ ...plan, warmUpMs: 0 })
  const wrong = Object.keys(measured.statuses).filter((other) => other !== status)
  if (wrong.length > 0) throw new Error(`calls were answered ${wrong.join(', ')}`)
  return measured
}
