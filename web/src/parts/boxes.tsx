import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

interface PanelProps {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a screen with a title. */
export const PanelBox = ({ title, aside, children }: PanelProps) => (
  <section class="panel" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {aside !== undefined && <div class="row push small quiet">{aside}</div>}
    </header>
    {children}
  </section>
)

/** What the reader has to know before they act. */
export const NoteBox = ({
  tone = 'info',
  icon = tone === 'info' ? 'info' : 'triangle',
  children,
}: {
  tone?: string
  icon?: string
  children: ComponentChildren
}) => (
  <div class={`note ${tone}`}>
    <Icon name={icon} />
    <div class="stack">{children}</div>
  </div>
)

/** A fact: what it is called, and what it is; undefined where there is none. */
export type FactRow = readonly [label: string, value: ComponentChildren]

/** Facts, each with its name; those that are not there are left out. */
export const FactList = ({ facts, isDouble = false }: { facts: readonly FactRow[]; isDouble?: boolean }) => (
  <dl class={isDouble ? 'facts two' : 'facts'}>
    {facts.flatMap(([label, value]) =>
      value === undefined || value === null
        ? []
        : [<dt key={`${label} name`}>{label}</dt>, <dd key={label}>{value}</dd>],
    )}
  </dl>
)

/** What something will hit, in counts and money. */
export const BlastList = ({ facts }: { facts: readonly FactRow[] }) => (
  <dl class="blast">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A word in a box: a kind, an environment, a priority. */
export const TagWord = ({ tone = '', children }: { tone?: string; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

interface TileProps {
  readonly label: string
  readonly figure: ComponentChildren
  readonly unit?: string | undefined
  /** What is usual, or what is wrong. */
  readonly why?: ComponentChildren
  readonly tone?: '' | 'amber' | 'red'
  readonly href?: string | undefined
  readonly spark?: ComponentChildren
}

/** A figure with what is usual or wrong about it; the whole of it leads to the cause. */
export const FigureTile = ({ label, figure, unit, why, tone = '', href, spark }: TileProps) => {
  const inner = (
    <>
      <span class="label">{label}</span>
      <span class="figure">
        {figure} {unit !== undefined && <small>{unit}</small>}
      </span>
      {why !== undefined && <span class="why">{why}</span>}
      {spark}
    </>
  )
  return href === undefined ? (
    <div class={`tile ${tone}`}>{inner}</div>
  ) : (
    <a class={`tile ${tone}`} href={href}>
      {inner}
    </a>
  )
}
