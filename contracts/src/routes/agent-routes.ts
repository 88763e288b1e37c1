import { agentAnswer, agentBody, agentErrors, agentPath } from './agent-call.js'
import { OPERATION_BODY_BYTES } from './body-limit.js'
import { json, replayHeader } from './answers.js'
import type { Route } from './route.js'

/** The routes for Agents. */
export const agentRoutes = {
  runAgentOperation: {
    method: 'POST',
    path: '/v1/agent/{operation}',
    operationId: 'runAgentOperation',
    tag: 'Account',
    summary: 'Run an Agent operation',
    description:
      'Each operation has its own path and description; this one describes what they have in common. Every call is written to the audit log, whether allowed or refused.',
    boundary: 'agent',
    rate: 'agent',
    request: { path: agentPath, body: agentBody },
    answers: [json(200, 'The result of the operation.', agentAnswer, replayHeader)],
    errors: agentErrors,
    bodyLimitBytes: OPERATION_BODY_BYTES,
  },
} as const satisfies Record<string, Route>
