/** The texts of a message as a phone shows it. */
export const PHONE_TEXTS = {
  media: { image: 'Image', video: 'Video', document: 'Document' } as Readonly<Record<string, string>>,
  location: 'Location',
  copyOffer: 'Copy offer code',
  otp: {
    copy_code: 'Copy code',
    one_tap: 'Autofill',
    zero_tap: 'The app reads the code by itself',
  } as Readonly<Record<string, string>>,
  allOptions: 'See all options',
  cards: 'Cards',
} as const
