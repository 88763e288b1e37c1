import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Suppression } from './suppression.js'
import { type UnsubscribeLanguage, unsubscribeLanguage } from './unsubscribe-texts.js'

/** The recipient who unsubscribes, and the Organization whose promotional messages end. */
export interface Unsubscriber extends Pick<Suppression, 'organizationId' | 'recipient' | 'maskedTo'> {
  /** The name under which the recipient knows the sender. */
  readonly sender: string
  /** The language of the message, if its page has texts in it. */
  readonly language: UnsubscribeLanguage
}

/** The unsubscribe link of a message, and its label in the message's language. */
export interface UnsubscribeOffer {
  readonly url: string
  readonly label: string
}

/** The place for which links are sealed; links that are in mailboxes depend on it. */
export const UNSUBSCRIBE_PLACE = 'messages|unsubscribe|link'

/** Longer names are cut: the line of a header has at most 998 characters (RFC 5322, 2.1.1). */
const MOST_CHARACTERS = { maskedTo: 100, sender: 40 }

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/**
 * The content of a link, before it is sealed: everything that the suppression and the page need. It doesn't
 * depend on the message, because people unsubscribe long after a message was deleted.
 */
export const unsubscribeContent = (unsubscriber: Unsubscriber): string => {
  const { organizationId, recipient, maskedTo, sender, language } = unsubscriber
  const shown = [cut(maskedTo, MOST_CHARACTERS.maskedTo), cut(sender, MOST_CHARACTERS.sender)]
  return JSON.stringify([organizationId, recipient, ...shown, language])
}

/** Reads the content of a link that Postrider has sealed. */
export const readUnsubscribeContent = (content: string): Unsubscriber => {
  const read = JSON.parse(content) as [OrganizationId, string, string, string, string]
  const [organizationId, recipient, maskedTo, sender, language] = read
  return { organizationId, recipient, maskedTo, sender, language: unsubscribeLanguage(language) }
}
