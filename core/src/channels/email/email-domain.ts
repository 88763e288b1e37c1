import type { DomainRecord, FoundRecords } from '../domain-record.js'
import type { DomainRules } from '../kind.js'
import type { EmailForms } from './email-forms.js'

type Sender = EmailForms['sender']

/** The names that are looked up for a sender. */
interface DomainNames {
  readonly spf: string
  readonly dkim: string | undefined
  /** The From domain, then its parents with at least two labels (RFC 7489, 6.6.3). */
  readonly dmarc: readonly string[]
}

const domainOf = ({ from }: Pick<Sender, 'from'>): string =>
  from.slice(from.lastIndexOf('@') + 1).toLowerCase()

/** The names of a sender's records. */
const domainNames = (sender: Sender): DomainNames => {
  const domain = domainOf(sender)
  const labels = domain.split('.')
  const parents = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  return {
    spf: domain,
    dkim: sender.dkimSelector === undefined ? undefined : `${sender.dkimSelector}._domainkey.${domain}`,
    dmarc: parents.map((parent) => `_dmarc.${parent}`),
  }
}

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';').flatMap((tag) => {
      const at = tag.indexOf('=')
      return at < 0 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replace(/\s/g, '')]]
    }),
  )

const isSpf = (record: string): boolean => /^v=spf1(?: |$)/i.test(record)

/** SPF: exactly one record (RFC 7208, 4.5), which includes the provider's if one is configured. */
const judgeSpf = ({ spfInclude }: Sender, name: string, at: FoundRecords): DomainRecord => {
  const answer = at.get(name)
  const found = (answer ?? []).filter(isSpf)
  const mechanism = spfInclude === undefined ? undefined : `include:${spfInclude}`
  const publish = mechanism === undefined ? undefined : `v=spf1 ${mechanism} ~all`
  const of = (status: DomainRecord['status']): DomainRecord => ({
    record: 'spf',
    name,
    status,
    found,
    publish,
  })
  const [only] = found
  if (answer === undefined) return of('no_answer')
  if (only === undefined) return of('missing')
  if (found.length > 1) return of('several')
  const mechanisms = only
    .toLowerCase()
    .split(/\s+/)
    .map((one) => one.replace(/^\+/, ''))
  return of(mechanism === undefined || mechanisms.includes(mechanism.toLowerCase()) ? 'ok' : 'different')
}

/** DKIM: a key at the selector (RFC 6376, 3.6.1), which is the configured one if that is known. */
const judgeDkim = ({ dkimKey }: Sender, name: string | undefined, at: FoundRecords): DomainRecord => {
  const publish = dkimKey === undefined ? undefined : `v=DKIM1; k=rsa; p=${dkimKey}`
  const answer = name === undefined ? [] : at.get(name)
  const found = answer ?? []
  const of = (status: DomainRecord['status']): DomainRecord => ({
    record: 'dkim',
    name,
    status,
    found,
    publish,
  })
  if (name === undefined) return of('not_configured')
  if (answer === undefined) return of('no_answer')
  const keys = found.flatMap((record) => tagsOf(record).get('p') ?? [])
  const [key] = keys
  if (key === undefined || key === '') return of('missing')
  if (keys.length > 1) return of('several')
  return of(dkimKey === undefined || key === dkimKey ? 'ok' : 'different')
}

/**
 * DMARC: one record at the domain or a parent, with a policy, and DKIM of the same domain, so that its
 * messages are aligned (RFC 7489, 3.1).
 */
const judgeDmarc = (
  names: readonly string[],
  dkim: DomainRecord,
  domain: string,
  at: FoundRecords,
): DomainRecord => {
  const isDmarc = (record: string): boolean => /^v=DMARC1\s*;/i.test(record)
  const has = names.find((name) => (at.get(name) ?? []).some(isDmarc))
  const name = has ?? names[0]
  const found = (name === undefined ? [] : (at.get(name) ?? [])).filter(isDmarc)
  const publish = `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`
  const of = (status: DomainRecord['status']): DomainRecord => ({
    record: 'dmarc',
    name,
    status,
    found,
    publish,
  })
  const [only] = found
  if (only === undefined) return of(names.some((one) => at.get(one) === undefined) ? 'no_answer' : 'missing')
  if (found.length > 1) return of('several')
  if (!['none', 'quarantine', 'reject'].includes(tagsOf(only).get('p') ?? '')) return of('different')
  return of(dkim.status === 'ok' ? 'ok' : 'unaligned')
}

/** SPF, DKIM and DMARC of a From domain (docs/api/senders#email-domains). */
export const emailDomain: DomainRules<EmailForms> = {
  names: (sender) => {
    const { spf, dkim, dmarc } = domainNames(sender)
    return [spf, ...(dkim === undefined ? [] : [dkim]), ...dmarc]
  },
  judge: (sender, at) => {
    const names = domainNames(sender)
    const dkim = judgeDkim(sender, names.dkim, at)
    return [judgeSpf(sender, names.spf, at), dkim, judgeDmarc(names.dmarc, dkim, domainOf(sender), at)]
  },
}
