/** The texts of the dialog that adds a language. They are loaded with it. */
export const LANGUAGE_DIALOG_TEXTS = {
  title: (name: string) => `Add a language to ${name}`,
  lead: 'Creates a draft with the same text. Translate it and submit it for review. Sends with the ID of this template then use it for recipients of that language.',
  confirm: 'Create draft',
} as const
