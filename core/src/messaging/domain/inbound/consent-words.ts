/** Words with which people opt out, by language (ISO 639-1). They are compared without accents and case. */
export const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
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
    'cancel subscription',
    'cancel my subscription',
  ],
  ar: ['إيقاف', 'توقف', 'إلغاء الاشتراك'],
  bn: ['বন্ধ করুন', 'বন্ধ করো'],
  cs: ['odhlásit'],
  da: ['afmeld', 'afmelde'],
  de: ['stopp', 'abmelden', 'abbestellen', 'austragen'],
  el: ['στοπ', 'διακοπή', 'διαγραφή'],
  es: ['baja', 'dar de baja', 'darme de baja', 'parar', 'detener', 'cancelar suscripción', 'no más mensajes'],
  fi: ['lopeta'],
  fr: [
    'arrêt',
    'arrêter',
    'arrêtez',
    'désabonner',
    'désabonnement',
    'désinscrire',
    'désinscription',
    'stopper',
  ],
  gu: ['બંધ કરો'],
  he: ['הסר', 'הסרה'],
  hi: ['रोकें', 'रोको', 'बंद करो', 'बंद करें'],
  hu: ['leiratkozás', 'leiratkozom'],
  id: ['berhenti'],
  it: ['basta', 'disiscrivi', 'disiscrivimi', 'cancellami'],
  ja: ['配信停止', '配信解除'],
  ko: ['수신거부'],
  mr: ['थांबवा', 'बंद करा'],
  nb: ['avslutt', 'avmeld'],
  nl: ['stoppen', 'afmelden', 'uitschrijven'],
  pl: ['wypisz', 'rezygnuję', 'rezygnacja'],
  pt: ['pare', 'cancelar inscrição', 'descadastrar'],
  ro: ['dezabonare', 'renunț'],
  ru: ['стоп', 'отписаться', 'отписка'],
  sv: ['avsluta', 'avregistrera'],
  ta: ['நிறுத்து', 'நிறுத்தவும்'],
  te: ['ఆపు', 'ఆపండి'],
  tr: ['dur', 'durdur', 'iptal', 'ret', 'red'],
  uk: ['відписатися', 'відписка'],
  ur: ['بند کریں'],
  vi: ['từ chối'],
  zh: ['退订', '退訂', '拒收', '取消订阅', '取消訂閱'],
}

/**
 * Words that opt out, but also begin ordinary sentences ("Cancel my appointment"): they only count if nothing
 * else is asked for.
 */
export const STOP_WORDS_ALONE: readonly string[] = [
  'cancel',
  'end',
  'quit',
  'alto',
  'cancelar',
  'sair',
  'remover',
  'fin',
  'ende',
  'nein danke',
  'annulla',
  'batal',
  'keluar',
  'peru',
  'zrušit',
  'отмена',
  'إلغاء',
  'لغو',
  'قطع',
  'עצור',
  'বন্ধ',
  'बंद',
  'બંધ',
  'بند',
  'ยกเลิก',
  'หยุด',
  'hủy',
  'ngừng',
  '取消',
  '停止',
  '解除',
  'ストップ',
  '중지',
  '정지',
  '거부',
  'td',
]

/** Texts of quick replies against promotional messages only, as WhatsApp's "Stop promotions". */
export const STOP_PROMOTIONS: readonly string[] = [
  'stop promotions',
  'stop promotion',
  'stop promos',
  'stop marketing',
  'stop ads',
  'werbung stoppen',
  'detener promociones',
  'parar promociones',
  'cancelar promociones',
  'arrêter les promotions',
  'arrêter les promos',
  'stop promo',
  'hentikan promosi',
  'berhenti promosi',
  'interrompi promozioni',
  'stop promozioni',
  'parar promoções',
  'interromper promoções',
  'cancelar promoções',
]

/** Words with which people opt in again. */
export const START_WORDS: readonly string[] = ['start', 'unstop', 'opt in', 'optin', 'resubscribe']

/** The same, if they are the whole text. */
export const START_WORDS_ALONE: readonly string[] = [
  'yes',
  'subscribe',
  'alta',
  'iniciar',
  'comenzar',
  'começar',
  'reprendre',
  'शुरू करें',
  'старт',
  '订阅',
  '訂閱',
]

/** Words with which people ask who writes to them. */
export const HELP_WORDS: readonly string[] = [
  'help',
  'info',
  'hilfe',
  'ayuda',
  'aide',
  'मदद',
  'aiuto',
  'ajuda',
  'помощь',
  '帮助',
  '幫助',
]

/** Words around a keyword that ask for nothing else. */
export const COURTESY: ReadonlySet<string> = new Set(
  `please pls plz now all it this these me us everything messages message texts text texting sms whatsapp thanks thank you
  bitte danke por favor gracias obrigado obrigada merci s il vous plait hi hello hey`.split(/\s+/),
)
