import type { FigureRecords } from '@postrider/wiring/metrics/figure-records'
import type { HomePaths } from './homes/worker-homes.js'
import type { ReadinessAnswer } from '@postrider/web-server/hosting/readiness'

/** The queries to a worker and their replies. */
export interface WorkerAnswers {
  readonly figures: FigureRecords
  readonly readiness: ReadinessAnswer
}

/** The messages from a parent to a worker. */
export type ParentMessage =
  | { readonly _tag: 'Ask'; readonly id: number; readonly what: keyof WorkerAnswers }
  /** The path of this worker's socket for the others of its parent, and the paths of all workers. */
  | { readonly _tag: 'Homes'; readonly own: string; readonly paths: HomePaths }
  /** The worker must drain and end; `isReplaced`: another one listens at its ports already. */
  | { readonly _tag: 'Leave'; readonly isReplaced: boolean }

/** The messages from a worker to its parent. */
export type WorkerMessage =
  /** Its ports listen, and everything runs. */
  | { readonly _tag: 'Serving' }
  | { readonly _tag: 'Answer'; readonly id: number; readonly answer: unknown }
  /** Its final metrics, right before it ends. */
  | { readonly _tag: 'LastFigures'; readonly figures: FigureRecords }

/** The other end may run another build, and Node sends messages of its own. */
export const hasTag = (message: unknown): message is { readonly _tag: string } =>
  typeof message === 'object' && message !== null && '_tag' in message
