import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { E } from '@postrider/core/fp'
import { storedReports } from '@postrider/core/messaging/use-cases/receipts/stored-reports'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import {
  compareAccount,
  type ComparisonNeeds,
} from '@postrider/core/providers/use-cases/templates/compare-account'
import { type ComparedTemplate, notRecorded } from '@postrider/core/templates/domain/compare-templates'
import type { ListedTemplate } from '@postrider/core/templates/domain/listed-template'
import type { Digests } from '@postrider/core/kernel/ports/digests'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { ProviderAccountStorage } from '@postrider/core/providers/ports/provider-account-storage'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { EXIT, sentenceOf } from '@postrider/command/exit-code'
import { tableLines } from '@postrider/command/terminal/table'
import type { Terminal } from '@postrider/command/terminal/terminal'

/** Opens the account, compares its templates with those here, and stores reports. */
interface Needs extends ComparisonNeeds {
  readonly storage: ComparisonNeeds['storage'] & {
    readonly catalog: ProviderAccountStorage
    readonly receipts: ReceiptStorage
  }
  readonly providers: readonly ProviderOpener[]
  readonly keyRing: KeyRing
  readonly ids: Ids
  readonly digests: Digests
}

/** Options for a comparison of templates. */
export interface ProviderTemplatesOptions {
  /** Applies the differences. */
  readonly sync?: true
}

const SENTENCES = {
  status: 'another status',
  category: 'another category',
  not_listed: 'not at the vendor',
  not_recorded: 'not registered here',
} as const

const HEADINGS = [
  'name',
  'language',
  'status',
  'category',
  'quality',
  'version here',
  'state',
  'category',
  'difference',
]

const rowOf = ({ name, language, listed, version, differences }: ComparedTemplate): readonly string[] => {
  const registration = version?.registration
  const category =
    registration !== undefined && 'category' in registration ? registration.category : undefined
  return [
    name,
    language,
    listed?.status ?? '-',
    listed?.category ?? '-',
    listed?.quality ?? '-',
    version === undefined ? '-' : `${version.draftId} version ${version.version}`,
    version?.state ?? '-',
    category ?? '-',
    differences.length === 0 ? '-' : differences.map((one) => SENTENCES[one]).join(', '),
  ]
}

/** Reads the account's templates at its vendor; a text: why that isn't possible. */
const readListed = async (
  ports: Needs,
  account: ProviderAccount,
): Promise<readonly ListedTemplate[] | string> => {
  const refuse = () => Promise.reject(new Error('this command receives no reports'))
  const providers = openProviders(ports, refuse)
  try {
    const provider = providers.get(account)
    if (provider?.readTemplates === undefined)
      return `Accounts of kind ${account.kind} have no templates at their provider.`
    return await provider.readTemplates(account.timeoutMs)
  } catch (cause) {
    return `The templates of ${account.name} cannot be read: ${sentenceOf(cause)}`
  } finally {
    await providers.close()
  }
}

const compare = async (
  ports: Needs,
  account: ProviderAccount,
  listed: readonly ListedTemplate[],
): Promise<readonly ComparedTemplate[] | string> => {
  const compared: ComparedTemplate[] = []
  const read = await compareAccount(ports, account, listed, (found) => {
    for (const one of found) compared.push(one)
  })
  if (E.isLeft(read)) return `The templates here cannot be read: ${read.left.cause}`
  return [...compared, ...notRecorded(listed, compared)]
}

/** Stores the reports as if the vendor had sent them: a dispatcher applies them some seconds later. */
const store = async (ports: Needs, templates: readonly TemplateReport[]): Promise<string | number> => {
  const { receipts, inbound, parts, templates: incoming, unreadable } = storedReports(ports, { templates })
  const stored = await ports.storage.receipts.store({
    receipts,
    inbound,
    parts,
    templates: incoming,
    unreadable,
  })()
  return E.isLeft(stored)
    ? `The differences cannot be stored: ${stored.left.cause}`
    : stored.right.templates.length
}

const sync = async (
  terminal: Terminal,
  ports: Needs,
  compared: readonly ComparedTemplate[],
): Promise<number> => {
  const reports = new Set(compared.flatMap((one) => one.reports))
  if (reports.size === 0) {
    terminal.complain('There is nothing to apply.')
    return EXIT.ok
  }
  const stored = await store(ports, [...reports])
  if (typeof stored === 'string') {
    terminal.complain(stored)
    return EXIT.failed
  }
  terminal.complain(
    stored === reports.size
      ? `A running dispatcher applies ${stored} changes within a minute.`
      : `${stored} of ${reports.size} changes are new; the others were already applied within this hour.`,
  )
  return EXIT.ok
}

/**
 * Lists the templates of an account at its vendor next to the versions that are registered here, with their
 * differences (docs/provider-whatsapp#compare-templates).
 */
export const providerTemplates =
  (terminal: Terminal, accountId: string, options: ProviderTemplatesOptions) =>
  async ({ ports }: { readonly ports: Needs }): Promise<number> => {
    const fail = (sentence: string): number => {
      terminal.complain(sentence)
      return EXIT.failed
    }
    const accounts = await ports.storage.catalog.providerAccounts()()
    if (E.isLeft(accounts)) return fail(`The provider accounts cannot be read: ${accounts.left.cause}`)
    const account = accounts.right.find((one) => one.providerAccountId === accountId)
    if (account === undefined) return fail(`Provider account ${accountId} not found.`)
    terminal.complain(`Reading the templates of ${account.name} ...`)
    const listed = await readListed(ports, account)
    if (typeof listed === 'string') return fail(listed)
    const compared = await compare(ports, account, listed)
    if (typeof compared === 'string') return fail(compared)
    if (compared.length === 0) return fail('There are no templates, neither at the provider nor here.')
    for (const line of tableLines([HEADINGS, ...compared.map(rowOf)])) terminal.say(line)
    return options.sync === true ? sync(terminal, ports, compared) : EXIT.ok
  }
