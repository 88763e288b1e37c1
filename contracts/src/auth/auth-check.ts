import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { CREDENTIAL_ACTIONS } from '@postrider/core/tenancy/domain/credential'
import type * as t from 'io-ts'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier, requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'

/**
 * The identity and permissions of the presented credential (docs/contract#server-credentials); never its
 * secret.
 */
export const authCheck = open(
  {
    organizationId: identifier('The tenant.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    brandId: identifier('The brand.', 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    projectId: identifier('The project that sends name.', 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    appId: identifier('The Registered App that sends name.', 'app_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    environment: literalUnion(['test', 'production']),
    actions: list(text({ example: 'messages.send' }), {
      description: `What it may do, of: ${CREDENTIAL_ACTIONS.join(', ')}.`,
    }),
    channels: list(text({ example: 'sms' }), {
      description: `Where it may send, of: ${CHANNEL_NAMES.join(', ')}.`,
    }),
    credentialId: identifier('Identifies the credential.', 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    label: text({ description: 'As its creator named it.' }),
    expiresAt: timestamp('From then on it is refused.'),
    requestId,
  },
  {},
  {
    name: 'AuthCheck',
    description: 'The effective scope of a server credential.',
    example: {
      organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
      brandId: 'brd_01k9x7c2v5n8q4r6t0w3y1z5bd',
      projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
      appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
      environment: 'test',
      actions: ['messages.send', 'messages.read'],
      channels: ['sms', 'email'],
      credentialId: 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd',
      label: 'order service',
      expiresAt: '2027-11-21T08:30:00.000Z',
      requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
    },
  },
)

export type AuthCheck = t.TypeOf<typeof authCheck>
