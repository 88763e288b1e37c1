/** What a recipient reads about the unsubscribe link, in one language. */
interface Texts {
  readonly direction: 'ltr' | 'rtl'
  /** The link in emails, the title of its page and the button. */
  readonly unsubscribe: string
  /** Contains `{sender}` and `{to}`; so does `ended`. */
  readonly question: string
  readonly others: string
  readonly done: string
  readonly ended: string
  readonly failed: string
  readonly tryAgain: string
}

const en: Texts = {
  direction: 'ltr',
  unsubscribe: 'Unsubscribe',
  question: 'Stop promotional emails from {sender} to {to}?',
  others: 'You will still get other emails, for example about your orders and your account.',
  done: 'You are unsubscribed',
  ended: '{sender} no longer sends promotional emails to {to}.',
  failed: 'Couldn’t unsubscribe you',
  tryAgain: 'Try again in a minute.',
}

const ar: Texts = {
  direction: 'rtl',
  unsubscribe: 'إلغاء الاشتراك',
  question: 'هل تريد إيقاف الرسائل الترويجية من {sender} إلى {to}؟',
  others: 'ستستمر في تلقي الرسائل الأخرى، مثل رسائل طلباتك وحسابك.',
  done: 'تم إلغاء اشتراكك',
  ended: 'لن يرسل {sender} رسائل ترويجية إلى {to} بعد الآن.',
  failed: 'تعذر إلغاء الاشتراك',
  tryAgain: 'حاول مرة أخرى بعد دقيقة.',
}

const de: Texts = {
  direction: 'ltr',
  unsubscribe: 'Abmelden',
  question: 'Keine Werbe-E-Mails von {sender} an {to} mehr erhalten?',
  others: 'Andere E-Mails, zum Beispiel zu Bestellungen und zu Ihrem Konto, erhalten Sie weiterhin.',
  done: 'Sie sind abgemeldet',
  ended: '{sender} sendet keine Werbe-E-Mails mehr an {to}.',
  failed: 'Die Abmeldung hat nicht funktioniert',
  tryAgain: 'Versuchen Sie es in einer Minute noch einmal.',
}

const es: Texts = {
  direction: 'ltr',
  unsubscribe: 'Darse de baja',
  question: '¿Quiere dejar de recibir correos promocionales de {sender} en {to}?',
  others: 'Seguirá recibiendo otros correos, por ejemplo sobre sus pedidos y su cuenta.',
  done: 'Se ha dado de baja',
  ended: '{sender} ya no enviará correos promocionales a {to}.',
  failed: 'No se pudo tramitar la baja',
  tryAgain: 'Vuelva a intentarlo dentro de un minuto.',
}

const fr: Texts = {
  direction: 'ltr',
  unsubscribe: 'Se désabonner',
  question: 'Ne plus recevoir d’e-mails promotionnels de {sender} à l’adresse {to} ?',
  others: 'Vous recevrez toujours les autres e-mails, par exemple sur vos commandes et votre compte.',
  done: 'Désabonnement effectué',
  ended: '{sender} n’enverra plus d’e-mails promotionnels à l’adresse {to}.',
  failed: 'Le désabonnement a échoué',
  tryAgain: 'Réessayez dans une minute.',
}

const hi: Texts = {
  direction: 'ltr',
  unsubscribe: 'सदस्यता समाप्त करें',
  question: '{sender} से {to} पर प्रचार ईमेल पाना बंद करें?',
  others: 'आपको दूसरे ईमेल मिलते रहेंगे, जैसे आपके ऑर्डर और खाते के बारे में।',
  done: 'आपकी सदस्यता समाप्त हो गई है',
  ended: '{sender} अब {to} पर प्रचार ईमेल नहीं भेजेगा।',
  failed: 'सदस्यता समाप्त नहीं हो सकी',
  tryAgain: 'एक मिनट बाद फिर कोशिश करें।',
}

const id: Texts = {
  direction: 'ltr',
  unsubscribe: 'Berhenti berlangganan',
  question: 'Berhenti menerima email promosi dari {sender} di {to}?',
  others: 'Anda tetap akan menerima email lain, misalnya tentang pesanan dan akun Anda.',
  done: 'Anda telah berhenti berlangganan',
  ended: '{sender} tidak akan lagi mengirim email promosi ke {to}.',
  failed: 'Gagal berhenti berlangganan',
  tryAgain: 'Coba lagi dalam satu menit.',
}

const it: Texts = {
  direction: 'ltr',
  unsubscribe: 'Annulla l’iscrizione',
  question: 'Non ricevere più email promozionali da {sender} all’indirizzo {to}?',
  others: 'Continuerai a ricevere le altre email, per esempio sui tuoi ordini e sul tuo account.',
  done: 'Iscrizione annullata',
  ended: '{sender} non invierà più email promozionali a {to}.',
  failed: 'Impossibile annullare l’iscrizione',
  tryAgain: 'Riprova tra un minuto.',
}

const nl: Texts = {
  direction: 'ltr',
  unsubscribe: 'Afmelden',
  question: 'Geen reclamemails van {sender} aan {to} meer ontvangen?',
  others: 'U ontvangt nog wel andere e-mails, bijvoorbeeld over uw bestellingen en uw account.',
  done: 'U bent afgemeld',
  ended: '{sender} stuurt geen reclamemails meer naar {to}.',
  failed: 'Afmelden is niet gelukt',
  tryAgain: 'Probeer het over een minuut opnieuw.',
}

const pt: Texts = {
  direction: 'ltr',
  unsubscribe: 'Cancelar inscrição',
  question: 'Deixar de receber e-mails promocionais de {sender} em {to}?',
  others: 'Outros e-mails, por exemplo sobre pedidos e a sua conta, continuarão a chegar.',
  done: 'Inscrição cancelada',
  ended: '{sender} não enviará mais e-mails promocionais para {to}.',
  failed: 'Não foi possível cancelar a inscrição',
  tryAgain: 'Tente novamente dentro de um minuto.',
}

/** The texts about unsubscribe links by language (ISO 639-1). */
export const UNSUBSCRIBE_TEXTS = { en, ar, de, es, fr, hi, id, it, nl, pt }

/** A language of {@link UNSUBSCRIBE_TEXTS}. */
export type UnsubscribeLanguage = keyof typeof UNSUBSCRIBE_TEXTS

/** The language of a BCP 47 tag, for example `de-AT` or `pt_BR`, if there are texts in it; otherwise English. */
export const unsubscribeLanguage = (tag: string): UnsubscribeLanguage => {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/)
  return Object.hasOwn(UNSUBSCRIBE_TEXTS, primary) ? (primary as UnsubscribeLanguage) : 'en'
}
