import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { freshDirectory, serverDirectory } from './run-directory.js'

/**
 * The path of a file or directory that is created once per run (and once in each root) and then only copied.
 */
export const madeOnce = async (
  name: string,
  make: (draft: string) => Promise<void>,
  root?: string,
): Promise<string> => {
  const made = join(serverDirectory(root), name)
  if (existsSync(made)) return made
  const draft = join(await freshDirectory(`${name}-draft`, root), name)
  await make(draft)
  // Another process of the run may have been faster; its copy is equal.
  await rename(draft, made).catch((error: unknown) => {
    if (!existsSync(made)) throw error
  })
  return made
}
