import { statfs } from 'node:fs/promises'

/**
 * The minimum free share of the disk at which uploads are still accepted: the database needs the rest
 * (docs/api/limits#quotas).
 */
export const LEAST_FREE_SHARE = 0.1

/** The share of the disk under the folder that this process can still fill, from 0 to 1. Rejects like `statfs`. */
export const freeShareOf = async (directory: string): Promise<number> => {
  const { bavail, blocks } = await statfs(directory)
  return blocks === 0 ? 1 : bavail / blocks
}
