import { right } from '@postrider/conformance/outcome'
import { granted } from '../../builders/granted.js'
import type { WebsiteScene } from './website-scene.js'

/** Sends an SMS with the organization's credential; the result is its ID. */
export const sendSmsAt = async (
  { at: { postrider }, made }: WebsiteScene,
  to: string,
  clientReference: string,
): Promise<string> => {
  const { credential, projectId, appId, templates } = made
  const template = templates.find(({ channel }) => channel === 'sms')
  if (template === undefined) throw new Error('there is no template of SMS')
  const { templateId, variables } = template
  const caller = granted(await right(postrider.authenticate(credential.bearer, '127.0.0.1')), 'messages.send')
  const request = { projectId, appId, channel: 'sms', to, templateId, variables, clientReference } as const
  return (await right(postrider.acceptMessage(caller, `send-${clientReference}`, request))).messageId
}
