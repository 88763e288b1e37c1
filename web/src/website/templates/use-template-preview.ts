import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import { errorOf } from '../../live/open-calls.js'
import { client } from '../../state/connection.js'
import { shownOrganizationId } from '../state/access.js'
import type { TemplateBody } from './written-template.js'

/** What a template comes to, by the core. */
export type TemplatePreview = ResultOf<'previewTemplateDraft'>

/** The last answer about what is written. */
export interface PreviewStatus {
  readonly preview: TemplatePreview | undefined
  /** Whether it is about what is written by now. */
  readonly isCurrent: boolean
  readonly error: ErrorBody | undefined
}

/** So long nothing is typed before it is asked. */
const PAUSE_MS = 250

interface Answered {
  readonly key: string
  readonly preview: TemplatePreview
}

/** Asks what is written comes to, whenever it has changed; an answer that is overtaken by a newer question is dropped. */
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
    // The key says all of it.
  }, [key])
  useEffect(
    () => () => {
      latestKey.current = ''
    },
    [],
  )
  return { preview: answered?.preview, isCurrent: answered?.key === key, error }
}
