import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { LiveWorker } from '../live-worker.js'

/**
 * Informs the workers of a parent about each other's sockets, so that each Organization has one home among
 * them (docs/decisions/0079).
 */
export interface HomesOfWorkers {
  /** Called when a worker was started. */
  begun(worker: LiveWorker): void
  /** Called when the workers at the positions, some of which serve, have changed. */
  moved(workers: ReadonlyArray<LiveWorker | undefined>): void
  /** Removes the folder and its sockets. */
  close(): void
}

/** A folder that only this user can enter; undefined if it can't be created. */
const privateFolder = (log: HostLog): string | undefined => {
  try {
    return mkdtempSync(join(tmpdir(), 'postrider-'))
  } catch (err) {
    log.warn({ err }, 'handover of submissions disabled: no folder for worker sockets')
    return undefined
  }
}

/** Creates a folder for the sockets. Without one every worker accepts the submissions that it receives. */
export const homesOfWorkers = (log: HostLog): HomesOfWorkers => {
  const folder = privateFolder(log)
  if (folder === undefined) return { begun: () => undefined, moved: () => undefined, close: () => undefined }
  const pathOf = ({ number }: LiveWorker): string => join(folder, `${number}.sock`)
  const living = new Set<LiveWorker>()
  return {
    begun: (worker) => {
      living.add(worker)
      void worker.ended.then(() => living.delete(worker))
    },
    moved: (workers) => {
      const paths = workers.map((worker) => (worker?.isServing() === true ? pathOf(worker) : null))
      for (const worker of living) worker.learn(pathOf(worker), paths)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
