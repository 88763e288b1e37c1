import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { CREDENTIAL_ACTIONS } from '@postrider/core/tenancy/domain/credential'
import type * as t from 'io-ts'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier, requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'

/**
 * The identity and permissions of the presented credential (docs/api/access#server-credentials); never its
 * secret.
 */
export const authCheck = open(
  {
    organizationId: identifier(
      'ID of the Organization that the credential belongs to.',
      'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    brandId: identifier(
      "ID of the Brand that the credential's Project belongs to.",
      'brd_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    projectId: identifier(
      'The `projectId` to pass when sending with this credential.',
      'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    appId: identifier(
      'The `appId` to pass when sending with this credential.',
      'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    environment: literalUnion(['test', 'production'], {
      description: 'Environment of the credential. In `test`, only the sandbox sends.',
    }),
    actions: list(text({ example: 'messages.send' }), {
      description: `Actions that the credential may perform, among ${CREDENTIAL_ACTIONS.join(', ')}.`,
    }),
    channels: list(text({ example: 'sms' }), {
      description: `Channels that the credential may send on, among ${CHANNEL_NAMES.join(', ')}. Empty if it may only read.`,
    }),
    credentialId: identifier('ID of the credential that made the request.', 'crd_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    label: text({ description: 'Label that the creator gave to the credential.', example: 'order service' }),
    expiresAt: timestamp('Time at which the credential expires; later requests with it get 401.'),
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
