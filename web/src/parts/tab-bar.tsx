import { countText } from '../format/shown-text.js'

interface TabLink {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
  /** How much waits in it; absent or 0: it isn't shown. */
  readonly count?: number
}

/** The parts of a screen, each with an address of its own. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, label: text, isCurrent, count = 0 }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
        {count > 0 && <span class="tag">{countText(count)}</span>}
      </a>
    ))}
  </nav>
)
