import { health } from '../status/health.js'
import { readiness } from '../status/readiness.js'
import { ledgerKey } from '../status/ledger-key.js'
import { release } from '../status/release.js'
import { json } from './answers.js'
import type { RouteAnswer, Route } from './route.js'

/** Where `If-None-Match` names what the client has. */
const unchanged: RouteAnswer = { status: 304, description: 'The client has it already.', contentTypes: [] }

/** What the service tells everybody about itself. */
export const serviceRoutes = {
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Whether the process is up',
    boundary: 'none',
    request: {},
    answers: [json(200, 'It is.', health)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getReadiness: {
    method: 'GET',
    path: '/v1/readiness',
    operationId: 'getReadiness',
    tag: 'Service',
    summary: 'Whether requests should be sent here',
    boundary: 'none',
    request: {},
    answers: [json(200, 'Ready.', readiness), json(503, 'Not ready; the body says what fails.', readiness)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getRelease: {
    method: 'GET',
    path: '/v1/release',
    operationId: 'getRelease',
    tag: 'Service',
    summary: 'What is running',
    boundary: 'none',
    request: {},
    answers: [json(200, 'The release descriptor.', release)],
    errors: [],
    bodyLimitBytes: 0,
  },
  getContract: {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getContract',
    tag: 'Service',
    summary: 'This document',
    boundary: 'none',
    request: {},
    answers: [json(200, 'The OpenAPI 3.1 contract.'), unchanged],
    errors: ['service_unavailable'],
    bodyLimitBytes: 0,
  },
  getLedgerKey: {
    method: 'GET',
    path: '/ledger-key.json',
    operationId: 'getLedgerKey',
    tag: 'Service',
    summary: 'The key by which anybody can check signed heads of the ledger',
    boundary: 'none',
    request: {},
    answers: [json(200, 'The public key of the installation.', ledgerKey)],
    errors: ['service_unavailable'],
    bodyLimitBytes: 0,
  },
  getCapabilities: {
    method: 'GET',
    path: '/capabilities.json',
    operationId: 'getCapabilities',
    tag: 'Service',
    summary: 'The capability registry',
    boundary: 'none',
    request: {},
    answers: [
      json(200, 'Every operation that can be called, with the schemas of its request and result.'),
      unchanged,
    ],
    errors: ['service_unavailable'],
    bodyLimitBytes: 0,
  },
  readContract: {
    method: 'GET',
    path: '/docs',
    operationId: 'readContract',
    tag: 'Service',
    summary: 'This document as a page to read',
    boundary: 'none',
    request: {},
    answers: [{ status: 200, description: 'The page.', contentTypes: ['text/html'] }],
    errors: [],
    bodyLimitBytes: 0,
  },
} as const satisfies Record<string, Route>
