import { randomUUID } from 'node:crypto'
import type { OperationName, RequestOf, ResultOf } from '@postrider/core/assembly/registry'
import type { Postrider } from '@postrider/core/postrider'
import type { OperatorClaim } from '@postrider/core/identity/use-cases/people/operator-authentication'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { rightOrThrow } from './embedded-error.js'

/** The body of an operation; calls within this process need no `requestId`. */
export type BodyOf<K extends OperationName> =
  RequestOf<K> extends infer Request
    ? Request extends unknown
      ? Omit<Request, 'requestId'> & { readonly requestId?: string }
      : never
    : never

/** A caller of operations, with the rights that they have at each call. */
export interface OperationCaller {
  /** Runs an operation of the registry by its name; throws an `EmbeddedError` if it is refused. */
  run<K extends OperationName>(name: K, body: BodyOf<K>): Promise<ResultOf<K>>
}

/** A call from within the process has no address and no request. */
const WITHIN = { requestId: undefined, clientAddress: undefined }

const callerOf = ({ runOperation }: Postrider, principal: Principal): OperationCaller => ({
  run: async (name, body) => rightOrThrow(name, await runOperation(principal, name, body, WITHIN)()).result,
})

/** Signs in a super admin. */
export const admittedOperator = async (core: Postrider, claim: OperatorClaim): Promise<OperationCaller> =>
  callerOf(core, rightOrThrow('The super admin', await core.admitOperator(claim, WITHIN)()))

/** A user, by the access token of their session. */
export const signedInPerson = async (core: Postrider, accessToken: string): Promise<OperationCaller> =>
  callerOf(core, rightOrThrow('The session', await core.authenticatePerson(accessToken)()))

/** An Agent, by its key; a call without a `requestId` gets one of its own. */
export const keyedAgent = async (core: Postrider, key: string): Promise<OperationCaller> => {
  const agent = rightOrThrow('The Agent key', await core.authenticateAgent(key)())
  return {
    run: async (name, body) => {
      const request = { requestId: randomUUID(), ...body }
      return rightOrThrow(name, await core.runAgentOperation(agent, name, request, WITHIN)()).result
    },
  }
}
