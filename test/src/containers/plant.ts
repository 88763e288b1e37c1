import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const plantFile = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/**
 * Copies a file or a folder for readers only, without its bytes if the file system supports that. `isWanted`
 * is called for each path, and existing paths stay.
 */
export const plant = (from: string, to: string, isWanted: (from: string) => boolean = () => true): void => {
  const stats = lstatSync(from)
  if (stats.isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  if (!stats.isDirectory()) return plantFile(from, to)
  mkdirSync(to, { recursive: true, mode: stats.mode })
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (isWanted(path)) plant(path, join(to, name), isWanted)
  }
}
