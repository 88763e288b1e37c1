import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The title of the screen, and where it belongs to. */
interface TitlePart {
  readonly title: string
  readonly parent?: { readonly title: string; readonly href: string } | undefined
}

export const screenTitle = signal<TitlePart>({ title: '' })

/** Says what the screen is called, in the top bar and in the browser's list of pages. */
export const useTitle = (title: string, parent?: TitlePart['parent']): void => {
  // With what is shown, not after it: Esc leads back from the first moment on.
  useLayoutEffect(() => {
    screenTitle.value = { title, parent }
    document.title = `${title} · Postrider`
  }, [title, parent?.title, parent?.href])
}
