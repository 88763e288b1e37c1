import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

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
