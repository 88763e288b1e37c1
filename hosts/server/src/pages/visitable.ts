import type { Origin } from '@postrider/core/domain/audit/audit-event'
import type { Answer } from '../answers/answer.js'

/** Somebody who follows a link. */
export interface LinkVisit {
  /** As the link or the form has it. */
  readonly token: string
}

/** Somebody who sends a page's form. */
export interface FormVisit extends LinkVisit {
  readonly fields: ReadonlyMap<string, string>
  readonly origin: Origin
}

/** A page for people, at an address that links lead to. */
export interface LinkPage {
  readonly path: string
  readonly show: (visit: LinkVisit) => Promise<Answer>
  readonly take: (visit: FormVisit) => Promise<Answer>
}

/** A page that says the same to everybody, and takes nothing. */
export interface PlainPage {
  readonly path: string
  readonly html: string
}
