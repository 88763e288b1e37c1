import { useEffect, useRef } from 'preact/hooks'
import { countText } from '../format/shown-text.js'

interface TabLink {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
  /** The number of open tasks; not shown if absent or 0. */
  readonly count?: number
}

/** Scrolls a tab bar sideways until its current tab is visible. The page doesn't scroll. */
const showCurrent = (bar: HTMLElement): void => {
  const tab = bar.querySelector('[aria-current]')
  if (tab === null) return
  const { left, right } = bar.getBoundingClientRect()
  const at = tab.getBoundingClientRect()
  if (at.left < left || at.right > right) bar.scrollLeft += (at.left + at.right - left - right) / 2
}

/** The tabs of a screen, each with its own address. */
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
