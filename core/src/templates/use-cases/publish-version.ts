import type { TemplateVersionId } from '../../kernel/ids/id.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { TemplateDraft } from '../domain/draft.js'
import { replaceInUse, templateVersionOf } from '../domain/publish-draft.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

type Published = E.Either<Refusal, { readonly replaced: number | undefined }>

const NOTHING_REPLACED: Published = E.right({ replaced: undefined })

/**
 * Removes a version after locking it, so that the change concerns only its Organization and not all sends.
 */
const remove = async ({ templates }: UnitOfWork, templateVersionId: TemplateVersionId): Promise<void> => {
  await templates.lock(templateVersionId)
  templates.remove(templateVersionId)
}

/** Ends the version in use, if there is one: sends never see two versions of a template. */
const giveWay = async (unit: UnitOfWork, approved: TemplateDraft): Promise<Published> => {
  const inUse = await unit.templateDrafts.lockInUse(approved.draftId)
  if (inUse === undefined) return NOTHING_REPLACED
  const ended = replaceInUse(inUse, approved)
  if (E.isLeft(ended)) return ended
  unit.templateDrafts.replace(ended.right)
  await remove(unit, inUse.templateVersionId)
  return E.right({ replaced: inUse.version })
}

/**
 * Updates the version that sends use, in the same unit of work as the change of state. An approved version
 * replaces the previous one atomically. Right: the replaced version.
 */
export const publishVersion = async (
  unit: UnitOfWork,
  before: TemplateDraft,
  after: TemplateDraft,
): Promise<Published> => {
  const version = templateVersionOf(after)
  if (version === undefined) return NOTHING_REPLACED
  if (after.state === 'retired') {
    await remove(unit, version.templateVersionId)
    return NOTHING_REPLACED
  }
  if (templateVersionOf(before) !== undefined) {
    unit.templates.replace(version)
    return NOTHING_REPLACED
  }
  const gaveWay = await giveWay(unit, after)
  if (E.isRight(gaveWay)) unit.templates.add(version)
  return gaveWay
}
