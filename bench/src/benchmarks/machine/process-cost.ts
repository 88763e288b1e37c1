import { readFileSync } from 'node:fs'

/** Clock ticks per second of Linux's process accounting on every common machine. */
const TICKS = 100

/** The processor time of a tick. */
export const TICK_MICROSECONDS = 1_000_000 / TICKS

const fields = (pid: number): readonly string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processor time of a process so far, user and system, in microseconds (steps of 10 ms). */
export const cpuMicroseconds = (pid: number): number => {
  const stat = fields(pid)
  return (Number(stat[11]) + Number(stat[12])) * TICK_MICROSECONDS
}

/** Resident memory of a process, in MiB. */
export const residentMiB = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** Processor time of the whole machine so far in microseconds, including time stolen by its host. */
export const machineBusyMicroseconds = (): number => {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * TICK_MICROSECONDS
}
