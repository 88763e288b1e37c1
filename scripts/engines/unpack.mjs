// Unpacks missing servers, and shows the progress.
import { join } from 'node:path'
import { startProgress } from '../progress.mjs'
import { Failure, root } from '../run.mjs'

/** Unpacks these servers unless they exist; all of them if `isRenewed`. */
export const unpack = async (engines, isRenewed = false) => {
  if (engines.length === 0) return
  const { CannotUnpack, unpackEngines } = await import(join(root, 'test/dist/servers/unpack-engine.js'))
  let step = 'Looking at the unpacked servers'
  const progress = startProgress(() => `${step} ...`)
  try {
    await unpackEngines(engines, {
      isRenewed,
      say: (text) => {
        step = text
        progress.step()
      },
    })
    progress.end(`Unpacked: ${engines.join(', ')}`)
  } catch (error) {
    progress.end()
    throw error instanceof CannotUnpack ? new Failure(error.message) : error
  }
}
