// What the site is built from, besides its own sources: prepare.mjs builds it again when one of these changes.

/** Folders and files of the repository. Compiled modules stand for the registries. */
export const INPUTS = [
  'docs',
  'dist/documents/asyncapi.json',
  'dist/documents/openapi.json',
  'dist/documents/operator-operations.json',
  'deploy/prometheus/alerts.yaml',
  'package.json',
  'contracts/dist/errors',
  'contracts/dist/events',
  'core/dist/messaging/domain/messages/failure-guide.js',
  'core/dist/kernel/refusals/refusal-guide.js',
  'hosts/wiring/dist/settings',
  'hosts/wiring/dist/metrics',
  'hosts/wiring/dist/providers.js',
]
