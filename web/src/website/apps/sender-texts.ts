/** The texts of an app's sender IDs. */
export const SENDER_TEXTS = {
  title: 'Sender IDs',
  everyCountry: 'all countries',
  everyClass: 'all classes',
  paused: 'paused',
  none: 'This app has no sender ID yet. Support assigns sender IDs.',
  domainTitle: (address: string) => `DNS records for ${address}`,
  domainLead: 'Mail servers check these records before they accept your emails.',
  checked: 'Last checked:',
  askProvider: 'Ask your email provider for the record.',
  records: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as Readonly<Record<string, string>>,
  recordStatuses: {
    ok: 'published',
    missing: 'missing',
    different: 'different',
    several: 'more than one',
    unaligned: 'needs DKIM',
    no_answer: 'DNS didn’t respond',
    not_configured: 'no DKIM selector set',
  } as Readonly<Record<string, string>>,
  statuses: {
    submitted: 'submitted',
    approved: 'approved',
    rejected: 'rejected',
    withdrawn: 'withdrawn',
  } as Readonly<Record<string, string>>,
} as const
