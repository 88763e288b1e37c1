import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runDirectory } from './run-directory.js'

const commandLine = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

/** A process id may have been reused, so only processes that look like programs of the tests are killed. */
const isOurs = (pid: number): boolean => {
  const command = commandLine(pid)
  return (
    command === undefined ||
    /mariadbd|mysqld|postgres|rabbitmq|epmd|bearerbox|smsbox|postrider\.mjs/.test(command)
  )
}

const endGroup = (pid: number): boolean => {
  try {
    process.kill(-pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

/**
 * Kills the programs that a killed test process of this run has left, by their recorded process ids, and
 * returns the number.
 */
export const killStrays = (): number => {
  const folder = join(runDirectory(), 'pids')
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return 0
  }
  rmSync(folder, { recursive: true, force: true })
  return names.map(Number).filter((pid) => isOurs(pid) && endGroup(pid)).length
}
