import type { ComponentChildren } from 'preact'
import { shownText } from '../../format/shown-text.js'
import { Icon } from '../../parts/icons.js'
import { START_TEXTS as t } from './start-texts.js'

interface StepProps {
  readonly title: string
  readonly isDone: boolean
  /** What is there, once it is done; else what it is about. */
  readonly detail?: string | undefined
  /** Where it is looked at. */
  readonly href?: string | undefined
  readonly children?: ComponentChildren
}

/** A step: done ones are a line, the others show what is to be done. */
export const StepRow = ({ title, isDone, detail, href, children }: StepProps) => (
  <li>
    {isDone ? <Icon name="done" tone="good" /> : <Icon name="open" tone="edge" />}
    <div>
      <span class="hidden">{isDone ? t.done : t.open} </span>
      <span class="strong">{title}</span>{' '}
      {detail !== undefined && (
        <span class="quiet">
          <bdi>{shownText(detail)}</bdi>
        </span>
      )}
    </div>
    {isDone && href !== undefined && (
      <a href={href}>
        {t.change}
        <span class="hidden">: {title}</span>
      </a>
    )}
    {children !== undefined && <div class="body">{children}</div>}
  </li>
)
