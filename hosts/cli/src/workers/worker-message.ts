import type { FigureRecords } from '@postrider/wiring/metrics/figure-records'
import type { HomePaths } from './homes/worker-homes.js'
import type { ReadinessAnswer } from '@postrider/web-server/hosting/readiness'

/** What a worker may be asked. */
export interface WorkerAnswers {
  readonly figures: FigureRecords
  readonly readiness: ReadinessAnswer
}

/** What a parent tells a worker. */
export type ParentMessage =
  | { readonly _tag: 'Ask'; readonly id: number; readonly what: keyof WorkerAnswers }
  /** Where this worker listens for the others of its parent, and where all of them do. */
  | { readonly _tag: 'Homes'; readonly own: string; readonly paths: HomePaths }
  /** It is to drain and end; `isReplaced`: another listens at its ports already. */
  | { readonly _tag: 'Leave'; readonly isReplaced: boolean }

/** What a worker tells its parent. */
export type WorkerMessage =
  /** Its ports listen, and everything runs. */
  | { readonly _tag: 'Serving' }
  | { readonly _tag: 'Answer'; readonly id: number; readonly answer: unknown }
  /** All that it has counted, right before it ends. */
  | { readonly _tag: 'LastFigures'; readonly figures: FigureRecords }

/** Another build may be at the other end, and the runtime sends messages of its own. */
export const hasTag = (message: unknown): message is { readonly _tag: string } =>
  typeof message === 'object' && message !== null && '_tag' in message
