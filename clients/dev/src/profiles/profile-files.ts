import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { CommandTerminal } from '../command-terminal.js'
import { CommandError, EXIT, usageError } from '../errors/exit-code.js'
import type { Profile } from './profile.js'

/** The profiles on this machine, each in a file that only its user can read. */
export interface ProfileFiles {
  names(): Promise<readonly string[]>
  /** Undefined if no profile has this name. */
  read(name: string): Promise<Profile | undefined>
  save(name: string, profile: Profile): Promise<void>
  /** Returns whether there was one. */
  remove(name: string): Promise<boolean>
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const ENDING = '.json'
/** The permissions of other users. */
const OF_OTHERS = 0o077

const folderOf = (environment: CommandTerminal['environment']): string => {
  const configuration = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config')
  return join(configuration, 'postrider', 'profiles')
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const profileIn = (text: string): Profile | undefined => {
  try {
    const value = JSON.parse(text) as Partial<Profile> | null
    return typeof value?.url === 'string' ? (value as Profile) : undefined
  } catch {
    return undefined
  }
}

/** Rejects a file that other users can read, like ssh does with keys. */
const requireOwn = async (path: string): Promise<void> => {
  const { mode } = await stat(path)
  if (process.platform === 'win32' || (mode & OF_OTHERS) === 0) return
  throw new CommandError(
    EXIT.usage,
    `Other users can read ${path}, which contains secrets.`,
    `chmod 600 ${path}`,
  )
}

/** Checks the name of a profile, which is also its file name. */
export const checkedName = (name: string): string => {
  if (NAME.test(name)) return name
  throw usageError('A profile name must have 1 to 64 letters, digits, "_" and "-".')
}

/** The profiles of the current user. */
export const profileFiles = (environment: CommandTerminal['environment']): ProfileFiles => {
  const folder = folderOf(environment)
  const pathOf = (name: string): string => join(folder, `${checkedName(name)}${ENDING}`)
  return {
    names: async () => {
      try {
        const files = await readdir(folder)
        return files
          .filter((file) => file.endsWith(ENDING))
          .map((file) => file.slice(0, -ENDING.length))
          .filter((name) => NAME.test(name))
          .sort()
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    read: async (name) => {
      const path = pathOf(name)
      try {
        await requireOwn(path)
        const profile = profileIn(await readFile(path, 'utf8'))
        if (profile !== undefined) return profile
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
      throw usageError(`${path} isn’t a profile.`, `Create it again: postrider-dev login --profile ${name}`)
    },
    save: async (name, profile) => {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      // Another process reads either the complete old file or the complete new one.
      const draft = `${path}.${process.pid}`
      await writeFile(draft, `${JSON.stringify(profile, undefined, 2)}\n`, { mode: 0o600 })
      await rename(draft, path)
    },
    remove: async (name) => {
      const path = pathOf(name)
      try {
        await rm(path)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
  }
}
