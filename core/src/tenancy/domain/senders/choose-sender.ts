import { type Channel, CHANNELS } from '../../../channels/channels.js'
import { mainPartOf } from '../../../channels/own-records.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import { weightedDraw } from '../../../kernel/numbers/weighted-draw.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { AppSender } from './app-sender.js'
import { barByRules, type CountryRules } from './sender-rules.js'

/** The message that needs a sender. */
export interface SenderNeed {
  readonly channel: Channel
  readonly to: string
  /** The recipient's country; undefined for an address. */
  readonly country: string | undefined
  readonly category: Lane
}

const serves = ({ status, countries, classes }: AppSender, { country, category }: SenderNeed): boolean =>
  status === 'active' &&
  (classes === undefined || classes.includes(category)) &&
  (country === undefined || countries === undefined || countries.includes(country))

/** The senders that match; all senders if none matches. */
const preferring = (
  senders: readonly AppSender[],
  isMeant: (sender: AppSender) => boolean,
): readonly AppSender[] => {
  const meant = senders.filter(isMeant)
  return meant.length > 0 ? meant : senders
}

/** The recipient's sender, chosen by weight. It stays the same as long as it is in the list. */
const drawn = (senders: readonly AppSender[], to: string): AppSender | undefined => {
  let best = senders[0]
  if (senders.length < 2) return best
  let lowest = Infinity
  for (const one of senders) {
    const draw = weightedDraw(`${to} ${mainPartOf(one.sender).value}`, one.weight)
    if (draw < lowest) [best, lowest] = [one, draw]
  }
  return best
}

const noneServes = ({ channel, country, category }: SenderNeed): string => {
  const where = country === undefined ? '' : ` to ${country}`
  return `The app has no active sender ID for ${category} messages by ${CHANNELS[channel].label}${where}.`
}

/**
 * The sender of a message (docs/api/senders#senders): active, for its class and country, and accepted by the
 * carriers of the country. Senders that name the country come first, then those that name the class. Among
 * the rest, each recipient keeps one as long as it is there, and weights distribute the recipients. Left: why
 * there is none, as a sentence that names the country. Without `rules`, the carriers' rules don't apply: the
 * test environment sends nothing to carriers.
 */
export const chooseSender = (
  senders: readonly AppSender[],
  need: SenderNeed,
  rules: CountryRules | undefined,
  nowMs: EpochMs,
): E.Either<string, AppSender> => {
  const { country, to } = need
  const serving = senders.filter((one) => serves(one, need))
  const barTo = (one: AppSender): string | undefined =>
    rules === undefined || country === undefined ? undefined : barByRules(rules, one, country, nowMs)
  const taken = serving.filter((one) => barTo(one) === undefined)
  const ofCountry = preferring(taken, ({ countries }) => countries !== undefined && country !== undefined)
  const ofClass = preferring(ofCountry, ({ classes }) => classes !== undefined)
  const chosen = drawn(ofClass, to)
  if (chosen !== undefined) return E.right(chosen)
  const [first] = serving
  return E.left((first === undefined ? undefined : barTo(first)) ?? noneServes(need))
}
