import { type RunningCommand, startPostrider } from '../../hosts/cli/run-postrider.js'
import type { Scene } from '../mail-scene.js'

const preload = new URL('./shifted-date.js', import.meta.url).href

/** Starts a process whose machine's clock is so far ahead of the others'. */
export const startShifted = (command: string, { settings }: Scene, shiftMs: number): RunningCommand =>
  startPostrider([command], {
    ...settings,
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  })
