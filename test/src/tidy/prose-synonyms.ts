/** A word for a thing that has another name here. */
export interface Synonym {
  readonly pattern: RegExp
  /** The one name of the thing. */
  readonly name: string
}

const synonym = (pattern: RegExp, name: string): Synonym => ({ pattern, name })

/** Words that no reader should meet: the thing has another name, on every surface. */
export const SYNONYMS: readonly Synonym[] = [
  synonym(
    /\b(?:(?:platform|system) admin(?:istrator)?s?|(?<!(?:database|RabbitMQ) )administrators?|super users?)\b/gi,
    'super admin, or support to customers',
  ),
  synonym(/\boperators?\b(?! (?:precedence|class))/gi, 'super admin, support, or mobile network'),
  synonym(/\b(?:message|service|SMS) cent(?:re|er)s?\b/gi, 'SMSC'),
  synonym(/\b(?:delivery|provider) receipts?\b/gi, 'delivery report'),
  synonym(/\b(?:rate cards?|tariffs?|price lists?)\b/gi, 'prices, list prices'),
  synonym(/\b(?:top-?ups?|top(?:s|ped|ping)? up|recharges?)\b/gi, 'credit'),
  synonym(/\bkill[- ]switch(?:es)?\b/gi, 'emergency stop'),
  synonym(/\b(?:toll fraud|artificially inflated traffic)\b/gi, 'SMS pumping'),
  synonym(/(?<!circuit )\bbreakers?\b/gi, 'circuit breaker'),
  synonym(/\btelephones?\b/gi, 'phone'),
  synonym(/\b(?:2FA|MFA|two-factor)\b/g, 'second factor'),
  synonym(/\blog(?:s|ged|ging)? (?:in (?:to|at|again)\b|into|out\b)/gi, 'sign in, sign out'),
  synonym(/\b(?:customer|client) portals?\b/gi, 'website'),
  synonym(/\b(?:the|an?|this) mail\b(?! (?:server|scanner|client|program))/gi, 'email'),
]

/** Words that belong to the code and to the people who run Postrider, and mean nothing to a customer. */
export const INSIDE_WORDS: readonly Synonym[] = [
  synonym(/\breceipts?\b/gi, 'delivery report'),
  synonym(/\blanes?\b/gi, 'priority'),
  synonym(/\bdead[- ]letters?\b/gi, 'stuck message'),
  synonym(/\bvendors?\b/gi, 'provider, DLT or WhatsApp'),
  synonym(/\bcarriers?\b/gi, 'provider or mobile network'),
]

/** A place in a text, with its context. */
export interface SynonymPlace {
  readonly synonym: Synonym
  readonly excerpt: string
}

const AROUND = 50

/**
 * The places of a text that have one of the words. A word in parentheses after the name helps people who search,
 * and doesn't count.
 */
export const synonymPlaces = (text: string, synonyms: readonly Synonym[]): readonly SynonymPlace[] => {
  const plain = text.replaceAll(/\([^()]*\)/g, '()')
  return synonyms.flatMap((each) =>
    [...plain.matchAll(each.pattern)].map(({ index }) => ({
      synonym: each,
      excerpt: plain
        .slice(Math.max(0, index - AROUND), index + AROUND)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    })),
  )
}
