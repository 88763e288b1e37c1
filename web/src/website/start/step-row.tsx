import type { ComponentChildren } from 'preact'
import { shownText } from '../../format/shown-text.js'
import { Icon } from '../../parts/icons.js'
import { START_TEXTS as t } from './start-texts.js'

interface StepProps {
  readonly title: string
  readonly isDone: boolean
  /** The result of a step that is done; otherwise its purpose. */
  readonly detail?: string | undefined
  /** The address of the result. */
  readonly href?: string | undefined
  readonly children?: ComponentChildren
}

/** A step. A step that is done is one line; the others show what to do. */
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
