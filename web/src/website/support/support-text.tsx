import { mayHere } from '../state/access.js'
import { supportPhrase } from './support-phrase.js'

/**
 * A text with its "Ask support" as a link to the support screen. For people who can't open that screen, plain text: the
 * navigation has the link to the server's support address.
 */
export const SupportText = ({ text }: { text: string }) => {
  const [before, phrase, after] = supportPhrase(text)
  return phrase === undefined || !mayHere('support.use') ? (
    <>{text}</>
  ) : (
    <>
      {before}
      <a href="/support">{phrase}</a>
      {after}
    </>
  )
}
