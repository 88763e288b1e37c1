import { useRef, useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { errorOf } from '../../live/open-calls.js'
import { Icon } from '../../parts/icons.js'
import { say } from '../../state/toast.js'
import { HELP_TEXTS as t } from './help-texts.js'
import { type UploadRequest, uploadFile, UploadFailure } from './upload-file.js'

interface AttachProps extends Pick<UploadRequest, 'ticketId' | 'organizationId'> {
  onAttached(): void
}

/** Why a file couldn't be attached, and what to do. */
const causeOf = (failure: unknown): string => {
  if (failure instanceof UploadFailure) return t.notUploaded
  const { code, message, fieldErrors } = errorOf(failure)
  if (code === 'conflict') return t.tooManyFiles
  if (fieldErrors.some(({ field }) => field === '/contentType')) return t.unknownType
  return fieldErrors[0]?.message ?? message
}

/** Uploads a file from the reader's device and attaches it to the ticket. */
export const AttachButton = ({ onAttached, ...place }: AttachProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [under, setUnder] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const attach = async (file: File): Promise<void> => {
    const name = shownText(file.name)
    const progress = (share: number): void => setUnder(t.attaching(name, Math.floor(share * 100)))
    setProblem(undefined)
    progress(0)
    try {
      await uploadFile({ ...place, file }, progress)
      say(t.attached(name))
      onAttached()
    } catch (failure) {
      setProblem(`${t.notAttached(name)} ${causeOf(failure)}`)
    }
    setUnder(undefined)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) void attach(file)
        }}
      />
      <button
        type="button"
        class="button"
        disabled={under !== undefined}
        onClick={() => input.current?.click()}
      >
        {t.attach}
      </button>
      <span class="small quiet" role="status">
        {under}
      </span>
      {problem !== undefined && (
        <p class="wrong" role="alert">
          <Icon name="triangle" />
          {problem}
        </p>
      )}
    </>
  )
}
