import { CHANNELS } from '@postrider/core/channels/channels'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { TemplateState } from '@postrider/core/templates/domain/draft'
import type { DraftStatus } from '@postrider/core/templates/domain/draft-status'
import { lintHtml } from '@postrider/core/templates/domain/lint-html'
import { E } from '@postrider/core/fp'
import type { HtmlReader } from '@postrider/core/templates/ports/html-reader'
import type { ReviewPosition, TemplateStorage } from '@postrider/core/templates/ports/template-storage'
import { fine, type Finding, warning, wrong } from './finding.js'

const PART = 'templates'
const PAGE = 200
const MOST_SHOWN = 20

/** States of versions that are in use, or can be used without another lint. */
const STATES: readonly TemplateState[] = ['approved', 'paused', 'internal_review', 'pending_vendor']

interface Needs {
  readonly storage: { readonly templates: TemplateStorage }
  readonly htmlReader: HtmlReader
}

/** Every version in these states whose channel has HTML. */
const versionsWithHtml = async ({
  storage,
}: Needs): Promise<E.Either<StorageUnavailable, readonly DraftStatus[]>> => {
  const found: DraftStatus[] = []
  let after: ReviewPosition | undefined
  for (;;) {
    const page = await storage.templates.statuses(STATES, after, PAGE)()
    if (E.isLeft(page)) return page
    const { value } = page.right
    for (const draft of value)
      if (Object.hasOwn(CHANNELS[draft.channel].content.fields, 'html')) found.push(draft)
    after = value.at(-1)
    if (value.length < PAGE) return E.right(found)
  }
}

const findingOf = (
  { name, draftId, version, organizationId, state }: DraftStatus,
  [first, ...others]: readonly string[],
): Finding => {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return warning(
    PART,
    `${name} (${draftId}, version ${version}, ${state}, ${organizationId}) has HTML that is no longer allowed: ${first}${more}`,
    'Ask its author for a new version, or retire it.',
  )
}

/**
 * Lists versions in use or in review whose HTML breaks rules that were added after them. They are still sent.
 */
export const checkTemplateHtml = async (needs: Needs): Promise<readonly Finding[]> => {
  const versions = await versionsWithHtml(needs)
  if (E.isLeft(versions)) return [wrong(PART, `the templates cannot be read: ${versions.left.cause}`)]
  const findings: Finding[] = []
  for (const status of versions.right) {
    const file = await needs.storage.templates.draft(status.draftId, status.version)()
    if (E.isLeft(file)) return [wrong(PART, `the templates cannot be read: ${file.left.cause}`)]
    const draft = file.right.value?.draft
    const problems = draft === undefined ? [] : lintHtml(draft, needs.htmlReader.read)
    if (problems.length > 0)
      findings.push(
        findingOf(
          status,
          problems.map(({ message }) => message),
        ),
      )
  }
  if (findings.length === 0) return [fine(PART, 'the HTML of every template follows the rules')]
  const left = findings.length - MOST_SHOWN
  const rest =
    left > 0
      ? [
          warning(
            PART,
            `${left} more templates have HTML that is no longer allowed`,
            'They are listed once those above are retired.',
          ),
        ]
      : []
  return [...findings.slice(0, MOST_SHOWN), ...rest]
}
