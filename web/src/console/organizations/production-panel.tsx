import type { ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { moneyText } from '../../format/money.js'
import { channelWord } from '../../language/channel-words.js'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { Icon } from '../../parts/icons.js'
import { FailedNote } from '../../parts/screen-states.js'
import { pathWith } from '../../state/address.js'
import { may } from '../state/access.js'
import { useReading } from '../../state/reading.js'
import { shownText } from '../../format/shown-text.js'
import type { ProposalDraft } from './proposal-dialog.js'

type Tree = ResultOf<'getOrganization'>

/** A requirement for production, and whether it is met. */
interface CheckItem {
  readonly title: string
  readonly isDone: boolean
  readonly text: ComponentChildren
  /** The address at which the step is done. */
  readonly href: string
  readonly action?: ComponentChildren
}

const itemsOf = ({ entitlements, apps, configurations }: Tree): readonly CheckItem[] => {
  const open = entitlements.filter(({ environment, enabled }) => environment === 'production' && enabled)
  const inProduction = apps.filter(({ environment }) => environment === 'production')
  const ids = new Set(inProduction.map(({ appId }) => appId))
  const set = configurations.filter(({ appId }) => ids.has(appId))
  return [
    {
      title: t.entitled,
      isDone: open.length > 0,
      text: open.length > 0 ? open.map(({ channel }) => channelWord(channel)).join(', ') : t.entitledNone,
      href: '#channels',
    },
    {
      title: t.productionApp,
      isDone: inProduction.length > 0,
      text:
        inProduction.length > 0
          ? inProduction.map(({ name }) => shownText(name)).join(', ')
          : t.productionAppNone,
      href: '#apps',
    },
    {
      title: t.senders,
      isDone: set.length > 0,
      text: set.length > 0 ? set.map(({ channel }) => channelWord(channel)).join(', ') : t.sendersNone,
      href: '#apps',
    },
  ]
}

const usePrices = (organizationId: string): CheckItem | undefined => {
  const mayRead = may('admin.pricing')
  const own = useReading('listPriceVersions', mayRead ? { organizationId } : undefined)
  const listed = useReading('listPriceVersions', mayRead ? { organizationId: null } : undefined)
  const failed = [own, listed].find(({ data, error }) => data === undefined && error !== undefined)
  const href = pathWith('/prices', { organizationId })
  if (failed !== undefined) return { title: t.prices, isDone: false, text: <FailedNote {...failed} />, href }
  if (own.data === undefined || listed.data === undefined) return undefined
  const count = own.data.priceVersions.length + listed.data.priceVersions.length
  return {
    title: t.prices,
    isDone: count > 0,
    text: count > 0 ? t.pricesSome(count) : t.pricesNone,
    href,
  }
}

/** Undefined if the reader may not see money. */
const creditIn = ({ balances }: Tree, onPropose: (draft: ProposalDraft) => void): CheckItem | undefined => {
  if (balances === undefined) return undefined
  const own = balances.filter(
    ({ environment, availableMinor }) => environment === 'production' && availableMinor > 0,
  )
  const sums = own.map(({ availableMinor, currency }) => moneyText(availableMinor, currency))
  return {
    title: t.credit,
    isDone: own.length > 0,
    text: own.length > 0 ? t.creditSome(sums.join(', ')) : t.creditNone,
    href: '#balance',
    action: own.length === 0 && (
      <button
        type="button"
        class="button bare"
        onClick={() => onPropose({ act: 'credit', environment: 'production' })}
      >
        {t.creditProduction}
      </button>
    ),
  }
}

/** A step. Its title links to where it is done, on this page or on another screen. */
const CheckRow = ({ item: { title, isDone, text, action, href } }: { item: CheckItem }) => (
  <li>
    <Icon name={isDone ? 'done' : 'triangle'} tone={isDone ? 'good' : 'warn'} />
    <div>
      <a class="strong" href={href} data-leave={href.startsWith('#') ? '' : undefined}>
        {title}
      </a>
      <div class="small quiet">{text}</div>
      {action}
    </div>
  </li>
)

interface ProductionProps {
  readonly tree: Tree
  onPropose(draft: ProposalDraft): void
}

/**
 * The requirements for production that an organization meets or still lacks, as far as the reader may see
 * them.
 */
export const ProductionPanel = ({ tree, onPropose }: ProductionProps) => {
  const prices = usePrices(tree.organization.organizationId)
  const items = [...itemsOf(tree), prices, creditIn(tree, onPropose)].flatMap((item) => item ?? [])
  return (
    <PanelBox
      title={t.toProduction}
      aside={t.done(items.filter(({ isDone }) => isDone).length, items.length)}
    >
      <ul class="rows">
        {items.map((item) => (
          <CheckRow key={item.title} item={item} />
        ))}
      </ul>
    </PanelBox>
  )
}
