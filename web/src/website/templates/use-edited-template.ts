import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'
import { shownOrganizationId } from '../state/access.js'
import { forgetTemplate, keepTemplate, unsavedTemplate, type UnsavedTemplate } from './unsaved-template.js'
import {
  type OwnDraft,
  saysTheSame,
  type TemplateBody,
  type WrittenTemplate,
  writtenFrom,
} from './written-template.js'

/** The entered text, its save status, and a version that somebody else has saved in the meantime. */
export interface EditedTemplate {
  readonly written: WrittenTemplate
  /** The version that is edited; undefined if none is saved yet. */
  readonly base: number | undefined
  readonly isUnsaved: boolean
  /** The version that was saved after the edited one, if its content differs. */
  readonly newer: OwnDraft | undefined
  readonly isSending: boolean
  readonly refusal: ErrorBody | undefined
  write(change: Partial<WrittenTemplate>): void
  /** Replaces the entered text with the saved version. */
  takeSaved(): void
  /** Keeps the entered text, to be saved on top of the other person's version. */
  keepMine(): void
  /** Saves the entered text, and submits it for review if `isForReview`; undefined if nothing was saved. */
  save(body: TemplateBody, isForReview: boolean): Promise<OwnDraft | undefined>
}

interface Status extends UnsavedTemplate {
  readonly isTouched: boolean
}

const startOf = (saved: OwnDraft | undefined, empty: WrittenTemplate): Status => {
  const kept = unsavedTemplate(saved?.draftId)
  if (kept !== undefined) return { ...kept, written: { ...empty, ...kept.written }, isTouched: true }
  return { base: saved?.version, written: saved === undefined ? empty : writtenFrom(saved), isTouched: false }
}

const saveAs = async (
  base: number | undefined,
  draftId: string | undefined,
  body: TemplateBody,
): Promise<OwnDraft> => {
  const named = draftId === undefined || base === undefined ? {} : { draftId, version: base }
  const request = { organizationId: shownOrganizationId.value ?? '', ...body, ...named }
  return (await client.mutate('saveCustomerTemplateDraft', request)).draft
}

const submit = async ({ draftId, version }: OwnDraft): Promise<OwnDraft> => {
  const request = { organizationId: shownOrganizationId.value ?? '', draftId, version }
  return (await client.mutate('submitCustomerTemplateDraftForReview', request)).draft
}

/**
 * Edits a template. The text is stored from the first letter on, and never overwrites another person's
 * version without asking.
 */
export const useEditedTemplate = (saved: OwnDraft | undefined, empty: WrittenTemplate): EditedTemplate => {
  const [status, setStatus] = useState<Status>(() => startOf(saved, empty))
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<ErrorBody>()
  const { base, written, isTouched } = status
  const draftId = saved?.draftId
  const isUnsaved = isTouched && (saved === undefined || !saysTheSame(written, writtenFrom(saved)))
  const isNewer = saved !== undefined && base !== undefined && saved.version > base
  const adopt = (draft: OwnDraft): void =>
    setStatus({ base: draft.version, written: writtenFrom(draft), isTouched: false })
  useEffect(() => {
    if (saved !== undefined && isNewer && !isUnsaved && !isSending) adopt(saved)
  }, [saved, isNewer, isUnsaved, isSending])
  // A layout effect runs first, so that the text survives an immediate reload.
  useLayoutEffect(() => {
    if (isUnsaved) keepTemplate(draftId, { base, written })
    else forgetTemplate(draftId)
  }, [isUnsaved, base, written])
  const save = async (body: TemplateBody, isForReview: boolean): Promise<OwnDraft | undefined> => {
    setSending(true)
    setRefusal(undefined)
    let done: OwnDraft | undefined
    try {
      done = isUnsaved || saved === undefined ? await saveAs(base, draftId, body) : saved
      forgetTemplate(draftId)
      adopt(done)
      if (isForReview) done = await submit(done)
    } catch (failure) {
      setRefusal(errorOf(failure))
    }
    setSending(false)
    return done
  }
  return {
    written,
    base,
    isUnsaved,
    newer: isNewer && isUnsaved && !isSending ? saved : undefined,
    isSending,
    refusal,
    write: (change) => {
      setRefusal(undefined)
      setStatus((before) => ({ ...before, written: { ...before.written, ...change }, isTouched: true }))
    },
    takeSaved: () => {
      setRefusal(undefined)
      forgetTemplate(draftId)
      if (saved === undefined) setStatus({ base: undefined, written: empty, isTouched: false })
      else adopt(saved)
    },
    keepMine: () => {
      setRefusal(undefined)
      setStatus((before) => ({ ...before, base: saved?.version }))
    },
    save,
  }
}
