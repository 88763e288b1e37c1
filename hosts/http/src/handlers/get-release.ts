import { CONTRACT_VERSION } from '@postrider/contracts/contract-version'
import { DEPRECATIONS } from '@postrider/contracts/deprecations/deprecations'
import type { Release } from '@postrider/contracts/status/release'
import { E } from '@postrider/core/fp'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** The facts of this build: its version, its commit, and its time (ISO 8601 UTC with milliseconds). */
export interface BuildFacts {
  readonly version: string
  readonly commit: string
  readonly builtAt: string
}

/** GET /v1/release (docs/api/running#release). */
export const getReleaseHandler = ({ version, commit, builtAt }: BuildFacts): Handler<'getRelease'> => {
  const release: Release = {
    service: 'postrider',
    version,
    contractVersion: CONTRACT_VERSION,
    commit,
    builtAt,
    deprecations: DEPRECATIONS,
  }
  return async () => E.right(jsonAnswer(200, release))
}
