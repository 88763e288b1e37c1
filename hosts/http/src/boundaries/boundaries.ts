import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Server } from '@postrider/core/identity/use-cases/callers/caller'
import { requireAction } from '@postrider/core/identity/use-cases/credentials/read-as'
import { agentRoutes } from '@postrider/contracts/routes/agent-routes'
import { peopleRoutes } from '@postrider/contracts/routes/people-routes'
import type { Route } from '@postrider/contracts/routes/route'
import type { Boundary, BoundaryCallers } from '@postrider/web-server/exchange/boundary'
import { bearerOf } from './bearer.js'
import { operationAddress } from '@postrider/web-server/answering/operation-names'

/**
 * Every boundary of the route table with authentication. A missing or incomplete one doesn't compile;
 * pipeline, rate limits, access log, metrics and responses use these.
 */
export type Boundaries = {
  readonly [B in Exclude<Route['boundary'], 'none'>]: Boundary<BoundaryCallers[B]>
}

type Needs = Pick<Postrider, 'authenticate' | 'authenticatePerson' | 'authenticateAgent'>

/**
 * An app's OTPs are counted together, and so are an Organization's reads, for all credentials
 * (docs/api/limits#rate-limits).
 */
const serverSubjects: Boundary<Server>['rateSubjects'] = ({ credential }, policy) => {
  if (policy === 'otp') return [{ policy, subject: credential.appId }]
  const own = { policy, subject: credential.credentialId }
  return policy === 'reads' ? [own, { policy: 'organization', subject: credential.organizationId }] : [own]
}

const asItIs = (body: object): object => body

/** The boundaries over the use cases that authenticate their callers. */
export const boundariesOf = (postrider: Needs): Boundaries => ({
  server: {
    operations: undefined,
    authenticate: ({ headers, clientAddress }) => postrider.authenticate(bearerOf(headers), clientAddress)(),
    admit: (server, { action }) => (action === undefined ? E.right(server) : requireAction(server, action)),
    credentialOf: ({ credential }) => credential.credentialId,
    rateSubjects: serverSubjects,
    logFields: ({ credential: { organizationId, appId, credentialId } }) => ({
      organizationId,
      appId,
      credentialId,
    }),
    envelope: asItIs,
  },
  user: {
    operations: { route: peopleRoutes.runControlOperation.path, countedAs: 'control' },
    authenticate: ({ headers }) => postrider.authenticatePerson(bearerOf(headers))(),
    // The runner of operations checks the permissions of people and Agents.
    admit: E.right,
    credentialOf: ({ facts }) => facts.user.userId,
    rateSubjects: ({ facts }, policy) => [{ policy, subject: facts.user.userId }],
    logFields: ({ facts: { user, session } }, target) => ({
      ...operationAddress(target),
      userId: user.userId,
      sessionId: session.sessionId,
    }),
    envelope: asItIs,
  },
  agent: {
    operations: { route: agentRoutes.runAgentOperation.path, countedAs: 'agent' },
    authenticate: ({ headers, requestId, clientAddress }) =>
      postrider.authenticateAgent(bearerOf(headers), { requestId, clientAddress })(),
    admit: E.right,
    credentialOf: ({ facts }) => facts.key.agentKeyId,
    rateSubjects: ({ facts }, policy) => [{ policy, subject: facts.key.agentKeyId }],
    logFields: ({ facts }) => ({ agentKeyId: facts.key.agentKeyId }),
    // Responses to Agents also show success in the body, also for errors of the host
    // (docs/api/operations#agent-operations).
    envelope: (body, isError) => ({ success: !isError, ...body }),
  },
})
