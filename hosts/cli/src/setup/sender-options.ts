import { Option } from 'commander'
import { type Channel, CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import type { SetUpAnswers } from './answers.js'

/** The channels as they are asked about: those first that need no telephone number. */
export const PROMPTED_CHANNELS: readonly Channel[] = [false, true].flatMap((isNumber) =>
  CHANNEL_NAMES.filter((channel) => CHANNELS[channel].recipient.isNumber === isNumber),
)

/** The option that says who messages of the channel are from. */
export const senderOption = (channel: Channel): Option => {
  const { option, placeholder, about } = CHANNELS[channel].firstSteps.sender
  return new Option(`--${option} <${placeholder}>`, about)
}

/** What those options said. */
export const sendersIn = (options: object): SetUpAnswers => {
  const given = new Map<string, string>(Object.entries(options))
  return Object.fromEntries(
    CHANNEL_NAMES.map((channel) => [`sender:${channel}`, given.get(senderOption(channel).attributeName())]),
  )
}
