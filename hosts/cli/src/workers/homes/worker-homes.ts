import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { HandedAnswer, HandedSubmission, Homes } from '@postrider/core/messaging/ports/homes'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { type HomeLink, linkTo } from './home-link.js'
import { type HomeServer, serveHome } from './home-server.js'

/** The sockets of workers, by their positions; null: there is no worker at present. */
export type HomePaths = ReadonlyArray<string | null>

/** The homes of a worker: it accepts some Organizations' submissions, and hands over those of the others. */
export interface WorkerHomes extends Homes {
  /** Sets where this worker listens, and where all workers of its parent do. */
  learn(own: string, paths: HomePaths): void
  /** Stops handing over, completes the submissions that were handed to it, and stops listening. */
  close(): Promise<void>
}

const PRIME = 0x01000193
const OFFSET = 0x811c9dc5

/** FNV-1a: spreads identifiers evenly, the same in all processes. */
const spread = (text: string): number => {
  let sum = OFFSET
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), PRIME)
  return sum >>> 0
}

/**
 * The number of workers per home: this keeps shared transactions large, which is cheaper than committing
 * everywhere.
 */
const WORKERS_PER_HOME = 2

/** The home position of an Organization among this many positions. */
export const homeOf = (organizationId: OrganizationId, positions: number): number =>
  spread(organizationId) % Math.max(1, Math.floor(positions / WORKERS_PER_HOME))

/** Starts without knowing other workers. */
export const workerHomes = (timers: Timers): WorkerHomes => {
  const links = new Map<string, HomeLink>()
  let positions: HomePaths = []
  let server: Promise<HomeServer | undefined> | undefined
  let isClosed = false
  let accept: ((submission: HandedSubmission) => Promise<HandedAnswer>) | undefined

  const serve = (submission: HandedSubmission): Promise<HandedAnswer> => {
    if (accept === undefined) return Promise.reject(new Error('nothing accepts submissions here'))
    return accept(submission)
  }

  const follow = (own: string | undefined, paths: HomePaths): void => {
    positions = paths
    for (const [path, link] of links)
      if (!paths.includes(path)) {
        links.delete(path)
        link.retire()
      }
    for (const path of paths)
      if (path !== null && path !== own && !links.has(path)) links.set(path, linkTo(path, timers))
  }

  return {
    handOver: (organizationId, submission) => {
      if (positions.length === 0) return undefined
      const path = positions[homeOf(organizationId, positions.length)]
      return path === undefined || path === null ? undefined : links.get(path)?.handOver(submission)
    },
    welcome: (given) => (accept = given),
    learn: (own, paths) => {
      if (isClosed) return
      // If it can't listen, the others accept its submissions themselves.
      server ??= serveHome(own, serve, timers).catch(() => undefined)
      follow(own, paths)
    },
    close: async () => {
      isClosed = true
      follow(undefined, [])
      await (await server)?.close()
    },
  }
}
