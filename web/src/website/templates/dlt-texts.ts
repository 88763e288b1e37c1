/** The texts of the panel in which customers enter the DLT identifiers of a template. */
export const DLT_TEXTS = {
  title: 'DLT registration',
  lead: 'Copy the three IDs from your DLT portal. Support confirms them. Until then, messages with this template aren’t sent to India.',
  names: { entityId: 'Entity ID', header: 'Header', templateId: 'Template ID' },
  hints: {
    entityId: 'Your company’s principal entity ID at DLT.',
    header: 'The letters that recipients see, for example ACMEIN.',
    templateId: 'The ID that DLT gave this text.',
  },
  entered: 'Entered',
  waits: 'waiting for confirmation',
  refused: 'rejected',
  send: 'Send for confirmation',
  sent: 'DLT IDs sent for confirmation',
  correct: 'Correct the IDs…',
  cancel: 'Cancel',
  refusedForm: 'Couldn’t save the IDs. Check the highlighted fields.',
} as const
