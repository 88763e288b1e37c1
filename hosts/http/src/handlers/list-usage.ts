import { readsOf } from '@postrider/core/limits/domain/read-costs'
import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { usagePageBody } from '../bodies/usage-page-body.js'
import type { Handler } from './handler.js'

/** GET /v1/usage (docs/api/money#usage). */
export const listUsageHandler =
  ({ listUsage: list }: Pick<Postrider, 'listUsage'>): Handler<'listUsage'> =>
  ({ caller, query: { currency, from, to, limit, cursor }, requestId, countAs }) =>
    pipe(
      () => countAs(readsOf(limit)),
      TE.chain(() => list(caller, { currency, fromMs: from, toMs: to, limit, cursor })),
      TE.map((page) => jsonAnswer(200, usagePageBody(page, requestId))),
    )()
