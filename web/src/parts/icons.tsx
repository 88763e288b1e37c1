import type { ComponentChildren } from 'preact'

const STROKE = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 1.5,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
} as const

const line = (d: string) => <path d={d} {...STROKE} />

const SHAPES: Readonly<Record<string, ComponentChildren>> = {
  back: line('M8.5 2.5 4 7l4.5 4.5'),
  overview: line('M2 6.5 7 2l5 4.5V12H8.5V8.5h-3V12H2z'),
  messages: line('M1.5 3h11v8.5h-11zM1.8 3.3 7 7.6l5.2-4.3'),
  reconciliation: line('M7 2v10M4 12h6M2 4.5h10M2 4.5.8 8h2.6zM12 4.5 10.8 8h2.6z'),
  templates: line('M3 1.8h5L11 5v7.2H3zM8 1.8V5h3M5 7.5h4M5 9.7h4'),
  lock: line('M3 6.3h8v5.9H3zM4.8 6V4.2a2.2 2.2 0 0 1 4.4 0V6'),
  stop: <rect x="2" y="2" width="10" height="10" rx="2" fill="currentColor" />,
  providers: line('M4.8 1.8v3M9.2 1.8v3M3 4.8h8v2.4a4 4 0 0 1-8 0zM7 11.2v1.5'),
  prices: line('M2 2h5l5.2 5.2-5 5L2 7zM4.6 4.6v0'),
  billing: line(
    'M7 5.4c3 0 5-.8 5-1.800S10 1.800 7 1.800s-5 .8-5 1.800 2 1.800 5 1.800zM2 3.600V7c0 1 2 1.800 5 1.800s5-.8 5-1.800V3.600M2 7v3.400c0 1 2 1.800 5 1.800s5-.8 5-1.800V7',
  ),
  organizations: line('M2 12.2V2h5.5v10.2M7.5 5.5H12v6.7M.8 12.2h12.4M4 4.5h1.5M4 7h1.5M4 9.5h1.5'),
  apps: line('M2 2h4v4H2zM8 2h4v4H8zM2 8h4v4H2zM8 8h4v4H8z'),
  credentials: line('M4.5 9.5a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM7 7h5.500v2.200M10 7v1.500'),
  agents: line('M2.500 5h9v6.500h-9zM7 5V2.200M5 8v.5M9 8v.5'),
  support: line('M1.8 2.5h10.4v7H6.5L4 12V9.5H1.8z'),
  audit: line('M3 1.8h8v10.4H3zM5 4.5h4M5 7h4M5 9.5h2.5'),
  people: line(
    'M5 6.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM1.2 12c.2-2.4 1.7-3.7 3.8-3.7S8.6 9.6 8.8 12M9.2 6.300a2 2 0 0 0 0-3.900M10 8.400c1.6.3 2.6 1.5 2.8 3.6',
  ),
  self: line(
    'M7 6.500a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.800zM2.5 12.300c.3-2.7 2-4.2 4.5-4.200s4.2 1.5 4.5 4.2',
  ),
  menu: line('M2 3.500h10M2 7h10M2 10.500h10'),
  search: line('M6 10.200a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.400zM9.2 9.200l3 3'),
  close: line('m3.5 3.5 7 7m0-7-7 7'),
  triangle: line('M7 1.8 13 12.200H1zM7 5.800v2.700M7 10.300v0'),
  info: line('M7 12.800A5.8 5.8 0 1 0 7 1.200a5.8 5.8 0 0 0 0 11.600zM7 6.500v3M7 4.500v0'),
  again: line('M11.8 7a4.8 4.8 0 1 1-1.5-3.500M10.5 1.200v2.500H8'),
  copy: line('M4.7 4.700h7.600v7.600H4.700zM9.3 2.200H2.200v7.1'),
  up: line('M7 11.500v-9M3.4 6 7 2.5 10.6 6'),
  dot: <circle cx="7" cy="7" r="3" fill="currentColor" />,
  done: (
    <>
      <circle cx="7" cy="7" r="6.2" fill="currentColor" />
      <path d="m4.2 7.2 2 2 3.7-4.2" {...STROKE} stroke="var(--paper)" />
    </>
  ),
  open: <circle cx="7" cy="7" r="5.5" {...STROKE} />,
  ACCEPTED: <circle cx="7" cy="7" r="5.5" {...STROKE} stroke-dasharray="2.5 1.82" stroke-linecap="butt" />,
  SUBMITTED: (
    <>
      <circle cx="7" cy="7" r="5.5" {...STROKE} />
      <path d="M7 3.800a3.2 3.2 0 0 1 0 6.400z" fill="currentColor" />
    </>
  ),
  UNCONFIRMED: (
    <>
      <path d="M7 .9 13.1 7 7 13.1.9 7z" {...STROKE} />
      <path d="M5.6 5.700c0-1.9 2.9-1.9 2.9-.1C8.5 6.7 7 6.7 7 8" {...STROKE} />
      <circle cx="7" cy="9.8" r=".8" fill="currentColor" />
    </>
  ),
  READ: line('m1 7.4 2.6 2.8 5-6.400M6.6 9.400l.8.8 5-6.4'),
  UNDELIVERED: (
    <>
      <circle cx="7" cy="7" r="5.5" {...STROKE} />
      {line('m4.9 4.9 4.2 4.200m0-4.200L4.9 9.1')}
    </>
  ),
  FAILED: (
    <>
      <rect x=".9" y=".9" width="12.2" height="12.2" rx="3" fill="currentColor" />
      <path d="m4.6 4.6 4.8 4.800m0-4.800L4.6 9.4" {...STROKE} stroke="var(--paper)" />
    </>
  ),
  EXPIRED: (
    <>
      <circle cx="7" cy="7" r="5.5" {...STROKE} />
      {line('M7 3.900V7l2.1 1.4')}
    </>
  ),
  CANCELLED: (
    <>
      <circle cx="7" cy="7" r="5.5" {...STROKE} />
      {line('m3.3 10.7 7.4-7.4')}
    </>
  ),
}

/** An icon next to a word. It is hidden from screen readers, because the word has the meaning. */
export const Icon = ({ name, tone = '' }: { name: string; tone?: string }) => (
  <svg class={`i ${tone}`} viewBox="0 0 14 14" aria-hidden="true">
    {name === 'DELIVERED' ? SHAPES['done'] : (SHAPES[name] ?? SHAPES['dot'])}
  </svg>
)
