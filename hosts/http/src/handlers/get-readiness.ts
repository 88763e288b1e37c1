import { E } from '@postrider/core/fp'
import type { Probe } from '@postrider/web-server/hosting/readiness'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import type { Handler } from './handler.js'

/** GET /v1/readiness (docs/api/running#readiness). */
export const getReadinessHandler =
  (probe: Probe): Handler<'getReadiness'> =>
  async () => {
    const { status, body } = await probe()
    return E.right({ ...jsonAnswer(status, body), isLoggedElsewhere: true })
  }
