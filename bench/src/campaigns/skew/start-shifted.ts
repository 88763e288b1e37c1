import { type RunningCommand, startPostrider } from '@postrider/test/hosts/cli/run-postrider'
import type { Scene } from '@postrider/test/hosts/mail-scene'

const preload = import.meta.resolve('@postrider/test/hosts/cli/shifted-date')

/** Starts a process whose clock is ahead by this time. */
export const startShifted = (command: string, { settings }: Scene, shiftMs: number): RunningCommand =>
  startPostrider([command], {
    ...settings,
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  })
