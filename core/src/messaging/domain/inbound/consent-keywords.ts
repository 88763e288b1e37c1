/** Words with which people opt out, by language. Written without accents, hyphens and upper case. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'stop',
    'stopall',
    'unsubscribe',
    'unsub',
    'revoke',
    'optout',
    'opt out',
    'opt me out',
    'no more messages',
    'no more texts',
    'remove me',
  ],
  de: ['stopp', 'abmelden', 'abbestellen'],
  es: ['baja', 'parar', 'detener', 'cancelar suscripcion', 'no mas mensajes'],
  fr: ['arret', 'arreter', 'desabonner', 'desinscription', 'stopper'],
  hi: ['रोकें', 'रोको', 'बंद करो', 'बंद करें'],
  id: ['berhenti'],
  it: ['basta', 'disiscrivi', 'cancellami'],
  nl: ['afmelden', 'uitschrijven'],
  pl: ['wypisz', 'rezygnuje'],
  pt: ['pare', 'cancelar inscricao', 'descadastrar'],
  ru: ['стоп', 'отписаться', 'отписка'],
  sv: ['avsluta', 'avregistrera'],
  tr: ['dur', 'durdur', 'iptal', 'ret', 'red'],
}

/**
 * Words that opt out, but also begin ordinary sentences ("Cancel my appointment"): they only count if nothing
 * else is asked for.
 */
const STOP_WORDS_ALONE: readonly string[] = [
  'cancel',
  'end',
  'quit',
  'alto',
  'sair',
  'fin',
  'ende',
  'nein danke',
]

/** Words with which people opt in again. */
const START_WORDS: readonly string[] = ['start', 'unstop', 'opt in', 'optin', 'resubscribe']

/** The same, if they are the whole text. */
const START_WORDS_ALONE: readonly string[] = ['yes', 'subscribe', 'alta']

/** Words around a keyword that ask for nothing else. */
const COURTESY: ReadonlySet<string> = new Set(
  `please pls plz now all it this these me us everything messages message texts text texting sms whatsapp thanks thank you
  bitte danke por favor gracias obrigado obrigada merci s il vous plait hi hello hey`.split(/\s+/),
)

const MOST_WORDS = 5

/**
 * A text as keywords are compared: without case, accents, punctuation, symbols and invisible characters, and
 * with one space between words.
 */
const comparable = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\p{Cf}]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()

const wordsOf = (text: string): readonly string[] => text.split(' ')

const STOP = Object.values(STOP_WORDS).flat().map(wordsOf)
const STOP_ALONE = STOP_WORDS_ALONE.map(wordsOf)
const START = START_WORDS.map(wordsOf)

const isCourtesy = (words: readonly string[]): boolean => words.every((word) => COURTESY.has(word))

const startsWith = (words: readonly string[], keyword: readonly string[]): boolean =>
  keyword.every((word, at) => words[at] === word)

/** Whether the words are the keyword, with nothing but courtesy after it. */
const isOnly = (words: readonly string[], keyword: readonly string[]): boolean =>
  startsWith(words, keyword) && isCourtesy(words.slice(keyword.length))

/** The words from the first one that isn't courtesy ("Please stop" begins with "stop"). */
const withoutGreeting = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !COURTESY.has(word))
  return first === -1 ? words : words.slice(first)
}

/**
 * What a text asks for (docs/api/delivery#inbound-messages). The first words decide if the text has at most
 * five: "Stop, thank you" opts out, "Please don't stop" doesn't. `ownStopWords` are compared with the whole
 * text. Undefined: nothing.
 */
export const keywordIn = (text: string, ownStopWords: readonly string[]): 'stop' | 'start' | undefined => {
  const whole = comparable(text)
  if (whole === '') return undefined
  if (ownStopWords.some((own) => comparable(own) === whole)) return 'stop'
  if (START_WORDS_ALONE.includes(whole)) return 'start'
  const all = wordsOf(whole)
  if (all.length > MOST_WORDS) return undefined
  const words = withoutGreeting(all)
  if (STOP.some((keyword) => startsWith(words, keyword))) return 'stop'
  if (STOP_ALONE.some((keyword) => isOnly(words, keyword))) return 'stop'
  return START.some((keyword) => isOnly(words, keyword)) ? 'start' : undefined
}
