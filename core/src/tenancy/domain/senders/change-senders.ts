import type { Sender } from '../../../channels/channels.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { type AppSender, kindOfSender, senderKey, soleSender } from './app-sender.js'
import type { SenderRegistration } from './sender-registration.js'

/** The most senders of an app's channel. */
export const MOST_SENDERS = 100

const keyOf = ({ sender }: Pick<AppSender, 'sender'>): string => senderKey(mainPartOf(sender).value)

/** Adds a sender, or replaces the one with the same main part. */
export const withSender = (senders: readonly AppSender[], added: AppSender): readonly AppSender[] => {
  const key = keyOf(added)
  return senders.some((one) => keyOf(one) === key)
    ? senders.map((one) => (keyOf(one) === key ? added : one))
    : [...senders, added]
}

/** Removes a sender. */
export const withoutSender = (senders: readonly AppSender[], removed: AppSender): readonly AppSender[] =>
  senders.filter((one) => one !== removed)

/**
 * Replaces the first sender and keeps what it serves. Its registrations are kept only if its main part stays
 * the same, because they are for that one. If the app has the new one already, that one moves to the front.
 */
export const withFirstSender = (
  [first, ...others]: readonly AppSender[],
  sender: Sender,
): readonly AppSender[] => {
  const fresh = soleSender(sender)
  if (first === undefined) return [fresh]
  const rest = others.filter((one) => keyOf(one) !== keyOf(fresh))
  if (keyOf(first) === keyOf(fresh)) return [{ ...first, sender }, ...rest]
  const known = others.find((one) => keyOf(one) === keyOf(fresh))
  if (known !== undefined) return [{ ...known, sender }, ...rest]
  return [{ ...first, sender, kind: kindOfSender(sender) ?? '', registrations: [] }, ...rest]
}

/** Adds a registration, or replaces the one of the same regulation and country. */
export const withRegistration = (sender: AppSender, added: SenderRegistration): AppSender => ({
  ...sender,
  registrations: [
    ...sender.registrations.filter(
      ({ regulation, country }) => regulation !== added.regulation || country !== added.country,
    ),
    added,
  ],
})
