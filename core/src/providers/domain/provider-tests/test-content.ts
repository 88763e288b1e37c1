import {
  type Channel,
  CHANNELS,
  type Registration,
  type RenderedContent,
} from '../../../channels/channels.js'
import { compileContent, registered } from '../../../channels/own-records.js'
import type { CompiledContent } from '../../../channels/kind.js'

/**
 * The text of every test; with a registration, the vendor's registered text, which must have no variables.
 */
const PARTS = { text: 'This is a test message. No answer is needed.', subject: 'Test message', dlt: true }

const compiled = (
  channel: Channel,
  registration: Registration | undefined,
): CompiledContent<RenderedContent> =>
  compileContent(registered(CHANNELS[channel].content.of(PARTS), registration), 'en')

/**
 * Why the text can't be sent there under this registration, in a sentence; undefined: it can. `isTest`: the
 * vendor isn't contacted.
 */
export const barToTest = (
  channel: Channel,
  to: string,
  registration: Registration | undefined,
  isTest: boolean,
): string | undefined => compiled(channel, registration).barTo(to, isTest)

/** The text to send. */
export const testContent = (channel: Channel, registration: Registration | undefined): RenderedContent =>
  compiled(channel, registration).render({})
