import { text } from '@postrider/core/kernel/codecs/text'
import type { ChannelForms, ChannelKind } from '@postrider/core/channels/kind'
import { partOf } from '@postrider/core/channels/content-part'
import { telephoneNumber } from '@postrider/core/channels/telephone-number'
import { fill, parseText, variableNames } from '@postrider/core/kernel/texts/placeholders'

/** The specific fields of an RCS message. */
export interface RcsForms extends ChannelForms {
  readonly channel: 'rcs'
  readonly sender: { readonly agentId: string }
  readonly shownSender: RcsForms['sender']
  readonly draft: { readonly text: string; readonly title?: string }
  readonly registration: never
  readonly registrationName: never
  readonly rendered: { readonly text: string; readonly title: string | undefined }
  readonly preview: { readonly title: string }
  readonly carriesOtp: true
}

/**
 * A channel that exists only in a test: cards with a title, each charged as one, without a vendor's
 * registration.
 */
export const rcs: ChannelKind<RcsForms> = {
  channel: 'rcs',
  label: 'RCS',
  recipient: telephoneNumber,
  sender: {
    main: 'agentId',
    kinds: { rcs_agent: /^[a-z]+$/ },
    fields: { agentId: text({ pattern: /^[a-z]{3,40}$/, description: 'RCS: the agent.', example: 'acme' }) },
    shownFields: { agentId: text({ example: 'acme' }) },
    of: ({ agentId = '' }) => ({ channel: 'rcs', agentId }),
    problems: () => [],
    shown: (sender) => sender,
  },
  content: {
    maxLength: 3_072,
    fields: { title: text({ maxLength: 200, oneLine: true, description: 'RCS: the line above the text.' }) },
    required: {},
    previewFields: { title: text({ description: 'RCS: the line above the text.' }) },
    of: ({ text: body = '', title }) => ({
      channel: 'rcs',
      text: body,
      ...(title === undefined ? {} : { title }),
    }),
    read: (content) => ({
      parts: [...partOf('title', content.title, 200, true), ...partOf('text', content.text, 3_072)],
      needsVendor: false,
      untyped: undefined,
      problems: () => [],
    }),
    compile: (content) => {
      const [body, title] = [parseText(content.text), parseText(content.title ?? '')]
      return {
        oneLine: variableNames(title),
        render: (values) => ({
          channel: 'rcs',
          text: fill(body, values),
          title: content.title === undefined ? undefined : fill(title, values),
        }),
        layout: () => ({ encoding: 'utf-8', units: 1 }),
        barTo: () => undefined,
      }
    },
    preview: ({ title = '' }) => ({ title }),
    reading: ({ text: body, title = '' }) => ({ title, text: body }),
  },
  vendor: undefined,
  unit: { name: 'an RCS message', most: undefined },
  carriesOtp: true,
  hasUnsubscribeLinks: false,
  legacyToggle: undefined,
  firstSteps: {
    sender: {
      option: 'rcs-agent',
      placeholder: 'id',
      about: 'the RCS agent (has a default in test)',
      question: 'RCS agent',
      form: 'Enter 3 to 40 lowercase letters.',
      inTest: 'acme',
    },
    priceInTest: '33',
    order: { title: 'Your order {{order}}', text: 'Hello {{name}}, it has left our warehouse.' },
    otp: undefined,
  },
}
