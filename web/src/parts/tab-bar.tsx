import { useEffect, useRef } from 'preact/hooks'
import { countText } from '../format/shown-text.js'

interface TabLink {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
  /** How much waits in it; absent or 0: it isn't shown. */
  readonly count?: number
}

/** Scrolls a bar sideways until its current tab can be seen; the page stays where it is. */
const showCurrent = (bar: HTMLElement): void => {
  const tab = bar.querySelector('[aria-current]')
  if (tab === null) return
  const { left, right } = bar.getBoundingClientRect()
  const at = tab.getBoundingClientRect()
  if (at.left < left || at.right > right) bar.scrollLeft += (at.left + at.right - left - right) / 2
}

/** The parts of a screen, each with an address of its own. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => {
  const bar = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href
  useEffect(() => {
    if (bar.current !== null) showCurrent(bar.current)
  }, [current])
  return (
    <nav ref={bar} class="tabs" aria-label={label}>
      {tabs.map(({ href, label: text, isCurrent, count = 0 }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
          {count > 0 && <span class="tag">{countText(count)}</span>}
        </a>
      ))}
    </nav>
  )
}
