import {
  type Channel,
  CHANNELS,
  type Registration,
  type RenderedContent,
} from '../../../channels/channels.js'
import { compileContent, registered } from '../../../channels/own-records.js'
import type { CompiledContent } from '../../../channels/kind.js'

/** What every test says; with a registration, what the vendor knows under it, which has no variables. */
const PARTS = { text: 'This is a test message. No answer is needed.', subject: 'Test message', dlt: true }

const compiled = (
  channel: Channel,
  registration: Registration | undefined,
): CompiledContent<RenderedContent> =>
  compileContent(registered(CHANNELS[channel].content.of(PARTS), registration), 'en')

/** What keeps the text from going there under this registration, in a sentence; undefined: nothing. `isTest`: no vendor is asked. */
export const barToTest = (
  channel: Channel,
  to: string,
  registration: Registration | undefined,
  isTest: boolean,
): string | undefined => compiled(channel, registration).barTo(to, isTest)

/** The text as it is sent. */
export const testContent = (channel: Channel, registration: Registration | undefined): RenderedContent =>
  compiled(channel, registration).render({})
