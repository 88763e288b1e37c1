import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'
import { shownOrganizationId } from '../state/access.js'
import type { TemplateBody } from './written-template.js'

/** The core's preview of a template. */
export type TemplatePreview = ResultOf<'previewTemplateDraft'>

/** The last preview of the entered text. */
export interface PreviewStatus {
  readonly preview: TemplatePreview | undefined
  /** Whether it matches the current text. */
  readonly isCurrent: boolean
  readonly error: ErrorBody | undefined
}

/** How long typing must pause before the preview is requested. */
const PAUSE_MS = 250

interface Answered {
  readonly key: string
  readonly preview: TemplatePreview
}

/** Requests a preview after each change of the text. A response to an older request is dropped. */
export const useTemplatePreview = (body: TemplateBody, destinationPrefix: string): PreviewStatus => {
  const [answered, setAnswered] = useState<Answered>()
  const [error, setError] = useState<ErrorBody>()
  const latestKey = useRef('')
  const key = JSON.stringify([shownOrganizationId.value, body, destinationPrefix])
  const isFirst = answered === undefined
  useEffect(() => {
    latestKey.current = key
    const ask = async (): Promise<void> => {
      try {
        const preview = await client.read('previewTemplateDraft', {
          organizationId: shownOrganizationId.value ?? '',
          draft: body,
          destinationPrefix,
        })
        if (latestKey.current !== key) return
        setAnswered({ key, preview })
        setError(undefined)
      } catch (failure) {
        if (latestKey.current === key) setError(errorOf(failure))
      }
    }
    const timer = setTimeout(() => void ask(), isFirst ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
    // The key represents the whole request.
  }, [key])
  useEffect(
    () => () => {
      latestKey.current = ''
    },
    [],
  )
  return { preview: answered?.preview, isCurrent: answered?.key === key, error }
}
