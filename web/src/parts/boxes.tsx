import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

interface PanelProps {
  readonly title: string
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A section of a screen with a title. */
export const PanelBox = ({ title, aside, children }: PanelProps) => (
  <section class="panel" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {aside !== undefined && <div class="row push small quiet">{aside}</div>}
    </header>
    {children}
  </section>
)

/** Information that the reader needs before they act. */
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

/** A fact: its label and its value; undefined if there is none. */
export type FactRow = readonly [label: string, value: ComponentChildren]

/** Facts with their labels. Facts without a value are omitted. */
export const FactList = ({ facts, isDouble = false }: { facts: readonly FactRow[]; isDouble?: boolean }) => (
  <dl class={isDouble ? 'facts two' : 'facts'}>
    {facts.flatMap(([label, value]) =>
      value === undefined || value === null
        ? []
        : [<dt key={`${label} name`}>{label}</dt>, <dd key={label}>{value}</dd>],
    )}
  </dl>
)

/** The effect of an operation, in counts and money. */
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

/** A word in a box, for example a kind, an environment or a priority. */
export const TagWord = ({ tone = '', children }: { tone?: string; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

interface TileProps {
  readonly label: string
  readonly figure: ComponentChildren
  readonly unit?: string | undefined
  /** The usual value, or what is wrong. */
  readonly why?: ComponentChildren
  readonly tone?: '' | 'amber' | 'red'
  readonly href?: string | undefined
  readonly spark?: ComponentChildren
}

/** A metric with its usual value or its problem. The whole tile links to the cause. */
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
