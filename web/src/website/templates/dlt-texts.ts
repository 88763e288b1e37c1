/** The texts of the panel in which customers enter the DLT identifiers of a template. */
export const DLT_TEXTS = {
  title: 'DLT registration',
  lead: 'Copy the three identifiers from your DLT portal. Support confirms them; until then nothing is sent to India with this template.',
  names: { entityId: 'Entity ID', header: 'Header', templateId: 'Template ID' },
  hints: {
    entityId: 'The number of your company with DLT.',
    header: 'The letters that recipients see, for example ACMEIN.',
    templateId: 'The number that DLT gave to this text.',
  },
  entered: 'Entered',
  waits: 'waits for confirmation',
  refused: 'refused',
  send: 'Send for confirmation',
  sent: 'DLT identifiers sent for confirmation',
  correct: 'Correct the identifiers…',
  cancel: 'Cancel',
  refusedForm: 'Couldn’t save the identifiers.',
} as const
