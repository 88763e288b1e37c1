interface TabLink {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
}

/** The parts of a screen, each with an address of its own. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, label: text, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
