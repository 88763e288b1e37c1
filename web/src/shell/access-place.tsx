import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { useEffect, useState } from 'preact/hooks'
import { SHELL_TEXTS as t } from '../language/shell-texts.js'
import { EmptyNote, FailedNote, LoadingBones } from '../parts/screen-states.js'
import { connection } from '../state/connection.js'

const PATIENCE_MS = 8_000

interface AccessPlaceProps {
  readonly error: ErrorBody | undefined
  retry(): void
}

/** Shown until it is known who is signed in: a skeleton, then why it takes long or failed. */
export const AccessPlace = ({ error, retry }: AccessPlaceProps) => {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (connection.value._tag === 'TooManyTabs')
    return <EmptyNote title={t.tooManyTabsTitle}>{t.tooManyTabsText}</EmptyNote>
  if (error !== undefined) return <FailedNote error={error} retry={retry} />
  return isLong ? <EmptyNote title={t.noAnswerTitle}>{t.noAnswer}</EmptyNote> : <LoadingBones />
}
