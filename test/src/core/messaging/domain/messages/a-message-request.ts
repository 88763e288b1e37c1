/** A body of POST /v1/messages as JSON has it, with the given changes. `undefined` removes a property. */
export const aMessageRequest = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  const whole: Record<string, unknown> = {
    projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
    appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
    channel: 'sms',
    to: '+447700900123',
    templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    variables: { name: 'Asha', order: '10024' },
    ...changes,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}
