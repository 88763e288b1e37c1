import { pipe, TE } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import { jsonAnswer } from '@postrider/web-server/answers/answer'
import { balanceBody } from '../bodies/balance-body.js'
import type { Handler } from './handler.js'

/** GET /v1/balances (docs/api/money#balances). */
export const getBalanceHandler =
  ({ getBalance: get }: Pick<Postrider, 'getBalance'>): Handler<'getBalance'> =>
  ({ caller, query, requestId }) =>
    pipe(
      get(caller, query.currency),
      TE.map((balance) => jsonAnswer(200, balanceBody(balance, requestId))),
    )()
