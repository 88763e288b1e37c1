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
